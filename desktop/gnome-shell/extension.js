// The timer and the Live Activities of tomato-notify in GNOME's top bar (45 to 51). It draws the daemon's cards
// (docs/dbus.md, Views1) and advances their clocks. All texts, rules and settings are the daemon's.

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import St from 'gi://St';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {CardView, showFirst} from './card.js';
import {NOTHING, face, read} from './clock.js';
import {Daemon} from './daemon.js';
import {Ring} from './ring.js';

const DISPLAY = 'org.gnome.Mutter.DisplayConfig';
// A popup that opens within this many seconds after a refusal still shows it.
const REFUSAL_WAITS = 10;
// Maximum number of gaps that removed cards leave in an open popup.
const ROOMS = 16;
// The mark keeps the plus before the number in right-to-left text.
const plus = count => `\u200e+${count}`;
// Maximum number of the wheel's steps per second, as on the tray item; the rest is dropped.
const STEPS_PER_SECOND = 5;

export default class IslandExtension extends Extension {
    enable() {
        this._shown = NOTHING;
        this._views = new Map();
        this._items = [];
        this._rooms = [];
        this._steps = [];
        this._turned = 0;
        this._isDark = false;
        this._cancellable = new Gio.Cancellable();
        this._makeButton();
        this._makeMenu();
        this._watch();
        this._daemon = new Daemon(text => this._take(text));
    }

    // unlock-dialog: the lock screen shows how long a break still lasts. There only what the daemon allows is drawn,
    // nothing can be clicked, and the cards are removed (`_draw`) and with them their key handlers.
    disable() {
        this._button.menu.close();
        this._daemon.destroy();
        this._cancellable.cancel();
        this._stop();
        Main.sessionMode.disconnectObject(this);
        global.stage.disconnectObject(this);
        this._monitors.disconnectObject(this);
        this._access.disconnectObject(this);
        for (const view of this._views.values())
            view.destroy();
        this._button.destroy();
        this._views.clear();
        this._items = [];
        this._rooms = [];
        this._shown = NOTHING;
        this._button = this._ring = this._time = this._beside = this._others = null;
        this._scroll = this._cards = this._rest = this._separator = this._menu = null;
        this._daemon = this._monitors = this._access = this._cancellable = null;
    }

    // Widgets

    _makeButton() {
        this._button = new PanelMenu.Button(0.5, this.metadata.name);
        this._ring = new Ring('tomato-pill-ring');
        const label = style => new St.Label({style_class: style, y_align: Clutter.ActorAlign.CENTER});
        [this._time, this._beside, this._others] = [label('tomato-pill-time'), label('tomato-pill-beside'), label('')];
        const pill = new St.BoxLayout({style_class: 'tomato-pill'});
        for (const part of [this._ring, this._time, this._beside, this._others])
            pill.add_child(part);
        this._button.add_child(pill);
        this._button.hide();
        // Comes before the bar's own handlers, which open the popup for any button.
        this._button.connect('captured-event', (_, event) => this._captured(event));
        Main.panel.addToStatusArea(this.uuid, this._button, 1, 'center');
    }

    // The whole popup scrolls, because it can be at most as high as the screen.
    _makeMenu() {
        const all = new PopupMenu.PopupMenuSection();
        this._scroll = new St.ScrollView({overlay_scrollbars: true, hscrollbar_policy: St.PolicyType.NEVER});
        // `add_actor` until GNOME 45, `set_child` later.
        if (this._scroll.add_actor)
            this._scroll.add_actor(all.box);
        else
            this._scroll.set_child(all.box);
        all.actor = this._scroll;
        all.actor._delegate = all;
        this._cards = new PopupMenu.PopupMenuSection();
        this._rest = new St.Label({style_class: 'tomato-more', visible: false});
        this._cards.box.add_child(this._rest);
        this._separator = new PopupMenu.PopupSeparatorMenuItem();
        this._menu = new PopupMenu.PopupMenuSection();
        for (const part of [this._cards, this._separator, this._menu])
            all.addMenuItem(part);
        this._button.menu.addMenuItem(all);
    }

    get _scrolled() {
        // `vscroll` until GNOME 45, `vadjustment` later.
        return this._scroll.vadjustment ?? this._scroll.vscroll.adjustment;
    }

    // Scrolls to the widget with the key focus.
    _reveal() {
        const actor = global.stage.get_key_focus();
        if (!actor || !this._scroll.contains(actor))
            return;
        const top = actor.get_transformed_position()[1] - this._scroll.get_transformed_position()[1];
        const beyond = Math.max(top + actor.height - this._scroll.height, 0);
        this._scrolled.value += Math.min(top, 0) + beyond;
    }

    // The clocks run only while visible: not beneath a full-screen window, and not on a screen that is off.
    _watch() {
        this._monitors = global.backend.get_monitor_manager();
        this._access = new Gio.Settings({schema_id: 'org.gnome.desktop.a11y.interface'});
        this._time.connect('notify::mapped', () => this._tick());
        this._monitors.connectObject('power-save-mode-changed', () => this._askPower(), this);
        this._access.connectObject('changed::high-contrast', () => this._tick(), this);
        this._button.menu.connect('open-state-changed', (_, isOpen) => {
            for (const view of this._views.values())
                view.forgive(isOpen ? REFUSAL_WAITS : 0);
            if (isOpen)
                this._scrolled.value = 0;
            this._draw();
        });
        global.stage.connectObject('notify::key-focus', () => this._reveal(), this);
        Main.sessionMode.connectObject('updated', () => {
            // Unlocking moves GNOME's clock behind the pill, so this moves the pill to the end again.
            const container = this._button.container;
            container.get_parent()?.set_child_above_sibling(container, null);
            this._draw();
        }, this);
        this._askPower();
    }

    // The signal has no arguments; only this property has the mode.
    _askPower() {
        Gio.DBus.session.call(DISPLAY, `/${DISPLAY.replaceAll('.', '/')}`, 'org.freedesktop.DBus.Properties', 'Get',
            new GLib.Variant('(ss)', [DISPLAY, 'PowerSaveMode']), null, Gio.DBusCallFlags.NO_AUTO_START, -1,
            this._cancellable, (bus, result) => {
                let isDark = false;
                try {
                    isDark = bus.call_finish(result).recursiveUnpack()[0] > 0;
                } catch (e) {
                    // Without this property the screen counts as on.
                    if (e.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                        return;
                }
                this._isDark = isDark;
                this._tick();
            });
    }

    // Drawing

    _take(text) {
        this._shown = text === null ? NOTHING : read(text);
        this._draw();
    }

    get _isLocked() {
        return Main.sessionMode.isLocked;
    }

    _draw() {
        const {cards, words} = this._shown;
        const first = cards[0];
        const title = this._isLocked ? first?.locked?.title : first?.title;
        this._button.visible = this._isLocked ? Boolean(first?.locked) : Boolean(first);
        this._button.reactive = !this._isLocked;
        this._button.accessible_name = [title, this._isLocked ? '' : words.others].filter(it => it).join(', ');
        if (this._isLocked || !first)
            this._button.menu.close();
        this._drawCards(this._isLocked ? [] : cards);
        this._drawMenu(this._isLocked ? [] : this._shown.menu);
        this._drawBeside(first);
        this._tick();
    }

    // A locked screen shows only what the daemon allows there.
    _drawBeside(first) {
        const beside = this._isLocked ? first?.locked?.lines.join(' · ') ?? '' : '';
        this._beside.text = beside;
        this._beside.visible = beside !== '';
        const count = this._isLocked ? 0 : this._shown.others;
        this._others.text = count > 0 ? plus(count) : '';
        this._others.visible = count > 0;
    }

    _drawCards(cards) {
        const {isOpen} = this._button.menu;
        const names = new Set(cards.map(card => card.id));
        for (const [id, view] of this._views) {
            if (!names.has(id)) {
                if (isOpen)
                    this._leaveRoom(view.actor);
                view.destroy();
                this._views.delete(id);
            }
        }
        for (const room of this._rooms.splice(isOpen ? ROOMS : 0))
            room.destroy();
        const perform = (link, onRefusal) => this._daemon?.perform(link, onRefusal);
        cards.forEach((card, place) => {
            const isNew = !this._views.has(card.id);
            if (isNew) {
                this._views.set(card.id, new CardView(perform, this._shown.words));
                this._cards.box.add_child(this._views.get(card.id).actor);
            }
            const view = this._views.get(card.id);
            view.set(card, this._shown.words);
            // In an open popup cards keep their places, so that none moves under the pointer.
            if (!isOpen)
                this._cards.box.set_child_at_index(view.actor, place);
        });
        this._rest.text = plus(this._shown.more);
        this._rest.visible = cards.length > 0 && this._shown.more > 0;
        this._cards.box.set_child_above_sibling(this._rest, null);
    }

    // Leaves a gap in the removed card's place until the popup is closed.
    _leaveRoom(card) {
        const room = new St.Widget({height: card.height});
        this._rooms.unshift(room);
        this._cards.box.insert_child_above(room, card);
    }

    _drawMenu(buttons) {
        buttons.forEach((button, place) => {
            this._items[place] ??= this._addItem();
            const item = this._items[place];
            item.label.text = button.label;
            item.tomatoLink = button.link;
            item.set_text_direction(Clutter.TextDirection[this._shown.words.direction.toUpperCase()]);
        });
        showFirst(this._items, buttons.length);
        this._separator.visible = buttons.length > 0;
    }

    _addItem() {
        const item = new PopupMenu.PopupMenuItem('');
        // Keeps the popup open, unlike the default, so that it shows the result, as after a card's button.
        item.activate = () => this._say(item.tomatoLink, item);
        this._menu.addMenuItem(item);
        return item;
    }

    // Clock

    _stop() {
        if (this._timeout)
            GLib.source_remove(this._timeout);
        this._timeout = 0;
    }

    // Draws the visible clocks, and runs again when the first of them changes.
    _tick() {
        this._stop();
        const first = this._shown.cards[0];
        if (!first)
            return;
        const now = Date.now();
        const isPlain = this._access.get_boolean('high-contrast');
        // Drawn even while invisible, so that a locked screen never lights up with an outdated, forbidden text.
        const waits = [this._drawTime(first, now, isPlain)];
        if (!this._time.mapped || this._isDark)
            return;
        if (this._button.menu.isOpen)
            waits.push(...[...this._views.values()].map(view => view.tick(now, isPlain)));
        const wait = Math.min(...waits.filter(ms => ms > 0));
        if (!Number.isFinite(wait))
            return;
        this._timeout = GLib.timeout_add(GLib.PRIORITY_DEFAULT, wait + 1, () => {
            this._timeout = 0;
            this._tick();
            return GLib.SOURCE_REMOVE;
        });
    }

    _drawTime(card, now, isPlain) {
        const {text, share, isHot, next} = face(card.clock, now);
        const isCounted = ['down', 'up'].includes(card.clock.kind);
        const shown = this._isLocked && !isCounted ? card.locked?.text ?? '' : text;
        if (this._time.text !== shown)
            this._time.text = shown;
        this._ring.set(share, isPlain ? null : isHot ? card.urgent : card.color);
        return next;
    }

    // Input

    // Handles the middle button and the wheel, as the tray item does.
    _captured(event) {
        const card = this._shown.cards[0];
        switch (event.type()) {
        case Clutter.EventType.BUTTON_PRESS:
            return event.get_button() === Clutter.BUTTON_MIDDLE ? Clutter.EVENT_STOP : Clutter.EVENT_PROPAGATE;
        case Clutter.EventType.BUTTON_RELEASE:
            if (event.get_button() !== Clutter.BUTTON_MIDDLE)
                return Clutter.EVENT_PROPAGATE;
            this._say(card?.toggle);
            return Clutter.EVENT_STOP;
        case Clutter.EventType.SCROLL: {
            const turn = this._turn(event);
            if (turn !== 0)
                this._say(turn > 0 ? card?.step.more : card?.step.less);
            return Clutter.EVENT_STOP;
        }
        default:
            return Clutter.EVENT_PROPAGATE;
        }
    }

    // 1 for a notch up, -1 for a notch down, 0 for less than a notch or too many steps.
    _turn(event) {
        if (event.get_flags() & Clutter.EventFlags.FLAG_POINTER_EMULATED)
            return 0;
        const direction = event.get_scroll_direction();
        let turn = {[Clutter.ScrollDirection.UP]: 1, [Clutter.ScrollDirection.DOWN]: -1}[direction] ?? 0;
        if (direction === Clutter.ScrollDirection.SMOOTH) {
            this._turned -= event.get_scroll_delta()[1];
            turn = Math.abs(this._turned) >= 1 ? Math.sign(this._turned) : 0;
            if (turn !== 0)
                this._turned = 0;
        }
        const now = GLib.get_monotonic_time() / 1000;
        this._steps = this._steps.filter(before => now - before < 1000);
        if (turn === 0 || this._steps.length >= STEPS_PER_SECOND)
            return 0;
        this._steps.push(now);
        return turn;
    }

    // Sends a link of the first card, which owns the menu, toggle and steps; that card shows a refusal.
    _say(link, pressed) {
        const view = this._views.get(this._shown.cards[0]?.id);
        if (link)
            this._daemon.perform(link, sentence => view?.refuse(sentence, pressed));
    }
}
