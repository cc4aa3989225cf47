// The connection to the daemon: passes on its cards, sends clicks. Only `start` starts the daemon.
import QtQuick
import org.kde.plasma.workspace.dbus as DBus

import "clock.mjs" as Clock

QtObject {
    id: daemon

    readonly property string service: "org.tomatoclock.TomatoNotify"
    readonly property string objectPath: "/org/tomatoclock/TomatoNotify"
    readonly property string views: "org.tomatoclock.Views1"
    readonly property string timer: "org.tomatoclock.TomatoNotify1"
    // Also false for a moment when another process takes over the name.
    property bool isThere: false
    // The property `Cards`, validated, because any program may have made it up.
    property var shown: Clock.NOTHING
    // The widget's kind of view, and the kind that the daemon knows; empty: it is not attached.
    property string kind
    property string attached
    // The id of the card pressed last, and the reason of a refusal, which is cleared when the card changes.
    property string pressed
    property int presses: 0
    property string refusal
    readonly property string essence: JSON.stringify(shown.cards.find(card => card.id === pressed) ?? null)
    onEssenceChanged: refusal = ""

    // `Properties` calls its service even without an owner, which would start the daemon, and does not read again after
    // a change of owner. So its service is set only while the daemon is there.
    property DBus.DBusServiceWatcher watcher: DBus.DBusServiceWatcher {
        busType: DBus.BusType.Session
        watchedService: daemon.service
        // Called at the beginning too.
        onRegisteredChanged: daemon.leave()
    }
    // `watcher` misses an owner that directly follows another one.
    property DBus.SignalWatcher owners: DBus.SignalWatcher {
        enabled: daemon.watcher.registered
        busType: DBus.BusType.Session
        service: "org.freedesktop.DBus"
        path: "/org/freedesktop/DBus"
        iface: "org.freedesktop.DBus"
        function dbusNameOwnerChanged(name, before, after) {
            if (String(name) === daemon.service && String(before) && String(after))
                daemon.leave()
        }
    }
    property DBus.Properties properties: DBus.Properties {
        busType: DBus.BusType.Session
        service: daemon.isThere ? daemon.service : ""
        path: daemon.objectPath
        iface: daemon.views
        // Several signals in one turn of the loop cause one read.
        onRefreshed: Qt.callLater(daemon.take)
        onPropertiesChanged: Qt.callLater(daemon.take)
    }
    // Time limit for a reply, in ms; the bus's own is 25 s.
    property Timer patience: Timer {
        interval: 5000
        onTriggered: daemon.refusal = daemon.shown.words.unanswered
    }
    // The daemon counts views, because all widgets of the shell share one connection.
    Component.onDestruction: detach()
    onKindChanged: Qt.callLater(attach)

    function leave() {
        isThere = false
        attached = ""
        take()
        Qt.callLater(meet)
    }

    function meet() {
        isThere = watcher.registered
        attach()
    }

    function attach() {
        if (!isThere || attached === kind)
            return
        detach()
        attached = kind
        call(views, "AttachView", kind, () => {})
    }

    function detach() {
        if (isThere && attached)
            call(views, "DetachView", attached, () => {})
    }

    function take() {
        const text = isThere ? properties.properties.Cards : undefined
        shown = text === undefined ? Clock.NOTHING : Clock.read(String(text))
    }

    // Sends a link. `card` shows a refusal; for a link of the menu, the caller passes the first card.
    function press(card, link) {
        if (!link)
            return
        const id = card?.id ?? ""
        pressed = id
        refusal = ""
        const press = ++presses
        patience.restart()
        call(timer, "Perform", link, sentence => {
            // An earlier press is answered; the newest one still waits.
            if (press === presses)
                patience.stop()
            // Changes that came before the answer may clear `refusal`, so they are taken first.
            take()
            if (pressed === id)
                refusal = sentence ?? shown.words.unanswered
        })
    }

    // For a click while there is no daemon: starts it, and it shows its card.
    function start() {
        DBus.SessionBus.asyncCall({
            service: service, path: objectPath, iface: "org.freedesktop.Application", member: "Activate",
            arguments: [{}], signature: "(a{sv})",
        })
    }

    // `onAnswer` gets an empty text after a success, the daemon's sentence after a refusal, null after other errors.
    // The signature saves a call of Introspect.
    function call(iface, member, text, onAnswer) {
        const reply = DBus.SessionBus.asyncCall({
            service: service, path: objectPath, iface: iface, member: member, arguments: [text], signature: "(s)",
        })
        reply.finished.connect(() => {
            const isOurs = reply.isError && String(reply.error.name).startsWith("org.tomatoclock.")
            const sentence = !reply.isError ? "" : isOurs ? String(reply.error.message).slice(0, 400) : null
            reply.destroy()
            // The widget may have been removed meanwhile.
            if (daemon)
                onAnswer(sentence)
        })
    }
}
