// The daemon as the bus has it: what it says is passed on, presses are sent. Nothing here starts it or waits for it.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {LONGEST} from './clock.js';

const NAME = 'org.tomatoclock.TomatoNotify';
const PATH = '/org/tomatoclock/TomatoNotify';
const VIEWS = 'org.tomatoclock.Views1';
const TIMER = 'org.tomatoclock.TomatoNotify1';
// For a press, in ms. A daemon that hangs is no reason to wait for half a minute.
const PATIENCE = 5000;

export class Daemon {
    // `onCards` gets the text of the property `Cards`, or null while there is no daemon.
    constructor(onCards) {
        this._onCards = onCards;
        this._cancellable = new Gio.Cancellable();
        // The daemon that was told of this view: each is told once, because views are counted.
        this._owner = null;
        this._idle = 0;
        const flags = Gio.DBusProxyFlags;
        this._proxy = new Gio.DBusProxy({
            g_connection: Gio.DBus.session, g_name: NAME, g_object_path: PATH, g_interface_name: VIEWS,
            g_flags: flags.DO_NOT_AUTO_START | flags.DO_NOT_AUTO_START_AT_CONSTRUCTION,
        });
        this._proxy.connectObject('g-properties-changed', () => this._changed(),
            'notify::g-name-owner', () => this._attach(), this);
        this._proxy.init_async(GLib.PRIORITY_DEFAULT, this._cancellable, (proxy, result) => {
            try {
                proxy.init_finish(result);
            } catch (e) {
                if (!e.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                    console.warn(`${VIEWS}: ${e.message}`);
                return;
            }
            this._attach();
        });
    }

    destroy() {
        this._cancellable.cancel();
        this._proxy.disconnectObject(this);
        this._rest();
        if (this._owner)
            this._call(VIEWS, 'DetachView', 'gnome', null, () => {});
        this._proxy = null;
    }

    // Says a link. `onRefusal` gets the daemon's sentence, or null if there is no answer.
    perform(link, onRefusal) {
        this._call(TIMER, 'Perform', link, this._cancellable, onRefusal);
    }

    // The daemon is there (again), and is told of this view; or it is gone.
    _attach() {
        const owner = this._proxy.g_name_owner;
        if (owner === this._owner)
            return;
        this._owner = owner;
        if (owner)
            this._call(VIEWS, 'AttachView', 'gnome', this._cancellable, () => {});
        else
            this._onCards(null);
    }

    // However much changes at once, it is drawn once.
    _changed() {
        this._idle ||= GLib.idle_add(GLib.PRIORITY_HIGH_IDLE, () => {
            this._idle = 0;
            this._take();
            return GLib.SOURCE_REMOVE;
        });
    }

    _rest() {
        if (this._idle)
            GLib.source_remove(this._idle);
        this._idle = 0;
    }

    _take() {
        const value = this._proxy.get_cached_property('Cards');
        // Looked at before it is unpacked: the name may be another program's.
        const isFit = value?.get_type_string() === 's' && value.get_size() <= LONGEST;
        this._onCards(this._owner && isFit ? value.unpack() : null);
    }

    _call(iface, method, text, cancellable, onRefusal) {
        Gio.DBus.session.call(NAME, PATH, iface, method, new GLib.Variant('(s)', [text]), null,
            Gio.DBusCallFlags.NO_AUTO_START, PATIENCE, cancellable, (bus, result) => {
                try {
                    bus.call_finish(result);
                } catch (e) {
                    if (e.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                        return;
                    const isOurs = Gio.DBusError.get_remote_error(e)?.startsWith('org.tomatoclock.') ?? false;
                    Gio.DBusError.strip_remote_error(e);
                    // What came before the answer is drawn before it.
                    if (this._idle) {
                        this._rest();
                        this._take();
                    }
                    onRefusal(isOurs ? e.message : null);
                }
            });
    }
}
