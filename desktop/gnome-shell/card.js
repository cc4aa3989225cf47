// A card of the popup. It is updated in place, so that the press and the release of a click reach the same button. The
// link is read at the release; it names the phase that was shown.

import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {face} from './clock.js';
import {Ring} from './ring.js';

// A vertical layout for GNOME 45 to 51: St.BoxLayout has `vertical` before 48, `orientation` from 48 on.
export const column = spacing => new St.Widget({
    x_expand: true, layout_manager: new Clutter.BoxLayout({orientation: Clutter.Orientation.VERTICAL, spacing}),
});

function label(styleClass, wraps = false) {
    // START is the right side in right-to-left text.
    const it = new St.Label({style_class: styleClass, x_expand: true, x_align: Clutter.ActorAlign.START});
    it.clutter_text.line_wrap = wraps;
    it.clutter_text.ellipsize = wraps ? Pango.EllipsizeMode.NONE : Pango.EllipsizeMode.END;
    return it;
}

// Call before a part of the popup is hidden or destroyed: moves the key focus from it to a neighbour.
function passFocus(part, direction) {
    const focus = global.stage.get_key_focus();
    if (focus && part.contains(focus))
        global.focus_manager.get_group(part)?.navigate_focus(part, direction, true);
}

// Shows the first `count` parts, and hides the others.
export function showFirst(parts, count) {
    parts.forEach((part, place) => {
        if (place >= count)
            passFocus(part, St.DirectionType.TAB_BACKWARD);
        part.visible = place < count;
    });
}

const put = (it, text) => {
    if (it.text !== text)
        it.text = text;
    it.visible = text !== '';
};

export class CardView {
    // `perform(link, onRefusal)` sends a link to the daemon.
    constructor(perform, words) {
        this._perform = perform;
        this._words = words;
        this._presses = [];
        // The refused button, its accessible name before the refusal, and the time of the refusal in µs.
        this._refused = {pressed: null, name: null, at: 0};
        this._ring = new Ring('tomato-card-ring');
        this._heading = label('tomato-card-heading');
        this._title = new St.Button({x_align: Clutter.ActorAlign.START, x_expand: true});
        this._title.set_child(label('tomato-card-title'));
        this._time = label('tomato-card-time');
        this._lines = label('tomato-card-line');
        this._refusal = label('tomato-card-refusal', true);
        this._buttons = new St.BoxLayout({style_class: 'tomato-card-buttons'});
        const texts = column(4);
        for (const part of [this._heading, this._title, this._time, this._lines, this._buttons, this._refusal])
            texts.add_child(part);
        this.actor = new St.BoxLayout({style_class: 'tomato-card', x_expand: true});
        this.actor.add_child(this._ring);
        this.actor.add_child(texts);
        this._title.connect('clicked', () => this._press(this._title, this._card.open?.link));
        // By default, left and right move to the next item of the bar.
        this._buttons.connect('key-press-event', (row, event) => this._move(row, event.get_key_symbol()));
    }

    set(card, words) {
        this._words = words;
        this.actor.set_text_direction(Clutter.TextDirection[words.direction.toUpperCase()]);
        const said = JSON.stringify(card);
        if (said === this._said)
            return;
        [this._card, this._said] = [card, said];
        this.forgive();
        put(this._heading, card.heading);
        put(this._title.get_child(), card.title);
        this._title.set({reactive: card.open !== null, can_focus: card.open !== null});
        // Without a link, screen readers get the title from the label inside.
        this._title.accessible_role = card.open ? Atk.Role.PUSH_BUTTON : Atk.Role.PANEL;
        this._title.accessible_name = card.open ? `${card.open.label}, ${card.title}` : '';
        put(this._lines, card.lines.join('\n'));
        card.buttons.forEach((button, place) => {
            this._presses[place] ??= this._add();
            const press = this._presses[place];
            press.link = button.link;
            if (press.button.label !== button.label)
                press.button.label = button.label;
            press.button.accessible_name = `${button.label}, ${card.title}`;
        });
        showFirst(this._presses.map(press => press.button), card.buttons.length);
        this._buttons.visible = card.buttons.length > 0;
    }

    // Shows the reason below, and adds it to the button's accessible name for screen readers.
    refuse(sentence, pressed = null) {
        // The card may have been destroyed meanwhile.
        if (!this._refusal)
            return;
        this.forgive();
        const text = sentence ?? this._words.unanswered;
        put(this._refusal, text);
        this._refused = {pressed, name: pressed?.accessible_name, at: GLib.get_monotonic_time()};
        pressed?.set({accessible_name: `${text} ${pressed.accessible_name || pressed.label.text}`});
    }

    // Removes a refusal that is at least `seconds` old.
    forgive(seconds = 0) {
        const {pressed, name, at} = this._refused;
        if (GLib.get_monotonic_time() - at < seconds * 1e6)
            return;
        put(this._refusal, '');
        pressed?.set({accessible_name: name});
        this._refused.pressed = null;
    }

    // Draws the clock. Returns the milliseconds until it changes; 0: never.
    tick(now, isPlain) {
        const {text, share, isHot, next} = face(this._card.clock, now);
        put(this._time, text);
        this._ring.set(share, isPlain ? null : isHot ? this._card.urgent : this._card.color);
        return next;
    }

    _add() {
        const button = new St.Button({style_class: 'button tomato-card-button', can_focus: true});
        const press = {button, link: null};
        button.connect('clicked', () => this._press(button, press.link));
        this._buttons.add_child(button);
        return press;
    }

    _press(pressed, link) {
        if (!link)
            return;
        this.forgive();
        this._perform(link, sentence => this.refuse(sentence, pressed));
    }

    _move(row, key) {
        const directions = {[Clutter.KEY_Left]: St.DirectionType.LEFT, [Clutter.KEY_Right]: St.DirectionType.RIGHT};
        const from = row.get_children().find(it => it.has_key_focus());
        if (directions[key] === undefined || !from)
            return Clutter.EVENT_PROPAGATE;
        row.navigate_focus(from, directions[key], true);
        return Clutter.EVENT_STOP;
    }

    destroy() {
        passFocus(this.actor, St.DirectionType.TAB_FORWARD);
        this.actor.destroy();
        this._refusal = null;
        this._presses = [];
    }
}
