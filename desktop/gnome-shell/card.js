// A card of the popup. It stays and is changed in place, so that a press and its release meet the same button; the link
// is read at the release, and names the phase that was shown.

import Clutter from 'gi://Clutter';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {face} from './clock.js';
import {Ring} from './ring.js';

// A column that is the same from 45 to 51: St.BoxLayout has `vertical` before 48, and `orientation` from 48 on.
export const column = spacing => new St.Widget({
    x_expand: true, layout_manager: new Clutter.BoxLayout({orientation: Clutter.Orientation.VERTICAL, spacing}),
});

function label(styleClass, wraps = false) {
    // At the beginning of the line, in either direction of writing.
    const it = new St.Label({style_class: styleClass, x_expand: true, x_align: Clutter.ActorAlign.START});
    it.clutter_text.line_wrap = wraps;
    it.clutter_text.ellipsize = wraps ? Pango.EllipsizeMode.NONE : Pango.EllipsizeMode.END;
    return it;
}

const put = (it, text) => {
    if (it.text !== text)
        it.text = text;
    it.visible = text !== '';
};

export class CardView {
    // `perform(link, onRefusal)` says a link.
    constructor(perform, words) {
        this._perform = perform;
        this._words = words;
        this._presses = [];
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
        this._title.connect('clicked', () => this._press(this._card.open?.link));
        // Left and right would leave the popup for the next thing in the bar.
        this._buttons.connect('key-press-event', (row, event) => this._move(row, event.get_key_symbol()));
    }

    set(card, words) {
        [this._card, this._words] = [card, words];
        this.forgive();
        put(this._heading, card.heading);
        put(this._title.get_child(), card.title);
        this._title.set({reactive: card.open !== null, can_focus: card.open !== null});
        this._title.accessible_name = card.open ? `${card.open.label}, ${card.title}` : card.title;
        put(this._lines, card.lines.join('\n'));
        card.buttons.forEach((button, place) => {
            this._presses[place] ??= this._add();
            const press = this._presses[place];
            press.link = button.link;
            if (press.button.label !== button.label)
                press.button.label = button.label;
            press.button.accessible_name = `${button.label}, ${card.title}`;
        });
        for (const press of this._presses.splice(card.buttons.length))
            press.button.destroy();
        this._buttons.visible = card.buttons.length > 0;
    }

    // Nothing is refused any more.
    forgive() {
        put(this._refusal, '');
    }

    // Draws what the clock shows, and gives in how many ms it shows something else.
    tick(now, isPlain) {
        const {text, share, isHot, next} = face(this._card.clock, now);
        put(this._time, text);
        this._ring.set(share, isPlain ? null : isHot ? this._card.urgent : this._card.color);
        return next;
    }

    _add() {
        const button = new St.Button({style_class: 'button tomato-card-button', can_focus: true});
        const press = {button, link: null};
        button.connect('clicked', () => this._press(press.link));
        this._buttons.add_child(button);
        return press;
    }

    _press(link) {
        if (!link)
            return;
        this.forgive();
        this._perform(link, sentence => {
            // The card may have gone meanwhile.
            if (this._refusal)
                put(this._refusal, sentence ?? this._words.unanswered);
        });
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
        this.actor.destroy();
        this._refusal = null;
        this._presses = [];
    }
}
