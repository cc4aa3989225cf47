// The connection to the daemon: passes on its cards, sends clicks. It never starts the daemon and never blocks.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {LONGEST} from './clock.js';

const NAME = 'org.tomatoclock.TomatoNotify';
const PATH = '/org/tomatoclock/TomatoNotify';
const VIEWS = 'org.tomatoclock.Views1';
const TIMER = 'org.tomatoclock.TomatoNotify1';
// Time limit for a reply, in ms; the bus's own is 25 s.
const PATIENCE = 5000;

export class Daemon {
    // `onCards` gets the text of the property `Cards`, or null while there is no daemon.
    constructor(onCards) {
        this._onCards = onCards;
        this._cancellable = new Gio.Cancellable();
        // The daemon to which this view is attached. It attaches once, because a daemon counts its views.
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

    // Sends a link. `onRefusal` gets the daemon's sentence, or null if there is no answer.
    perform(link, onRefusal) {
        this._call(TIMER, 'Perform', link, this._cancellable, onRefusal);
    }

    // Attaches this view to a new daemon, or reports that there is none.
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

    // Several changes at once cause one redraw.
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
        // Checked before unpacking, because another program may own the name.
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
                    // First draws the changes that came before the answer.
                    if (this._idle) {
                        this._rest();
                        this._take();
                    }
                    onRefusal(isOurs ? e.message : null);
                }
            });
    }
}
