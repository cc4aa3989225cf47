// Another program with the daemon's name, whose cards are made to hang or to fool a view: gjs -m impostor.js [TOTAL]
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const PATH = '/org/tomatoclock/TomatoNotify';
const VIEWS = 'org.tomatoclock.Views1';
const many = count => Array.from({length: count}, (_, i) =>
    ({id: `c${i}`, title: 'x'.repeat(3000), clock: {kind: 'up', at: -1e15}, buttons: [{label: 'y', link: 'z'}]}));
const bad = [
    'x'.repeat(5 << 20), '['.repeat(200000), '{}', 'null', '3', '"', '{"cards":{"length":9}}', '{"cards":[null,1,"a",[]]}',
    JSON.stringify({cards: [{id: 'a', title: {}, clock: {kind: 'down', at: 'soon'}}, {id: 'a'}, {title: 'nameless'}]}),
    JSON.stringify({cards: many(60)}), JSON.stringify({cards: many(5000)}),
];
// Markup and the year 9999: shown, as text.
const last = JSON.stringify({cards: [{
    id: 'a', title: '<span size="99999">big</span>', lines: ['&lt;b&gt;'], color: 'red', urgent: '#zzzzzz',
    clock: {kind: 'down', at: 253402300799000, total: Number(ARGV[0] ?? 1), share: 1e300}, buttons: [{label: '<b>x</b>', link: 'no link'}],
}], words: {name: 7}});

const tell = text => Gio.DBus.session.emit_signal(null, PATH, 'org.freedesktop.DBus.Properties', 'PropertiesChanged',
    new GLib.Variant('(sa{sv}as)', [VIEWS, {Cards: new GLib.Variant('s', text)}, []]));
const views = Gio.DBusExportedObject.wrapJSObject(`<node><interface name="${VIEWS}">
    <method name="AttachView"><arg type="s" direction="in"/></method>
    <method name="DetachView"><arg type="s" direction="in"/></method>
    <property name="Cards" type="s" access="read"/></interface></node>`, {
    AttachView() {
        for (const text of [...bad, ...Array(1000).fill(last)])
            tell(text);
        print('told');
    },
    DetachView() {},
    get Cards() {
        return bad[0];
    },
});
views.export(Gio.DBus.session, PATH);
Gio.bus_own_name_on_connection(Gio.DBus.session, 'org.tomatoclock.TomatoNotify', 0, null, null);
new GLib.MainLoop(null, false).run();
