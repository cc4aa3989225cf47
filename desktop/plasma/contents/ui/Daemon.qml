// The daemon as the bus has it: what it says is passed on, presses are sent. Being there starts nothing.
import QtQuick
import org.kde.plasma.workspace.dbus as DBus

import "clock.mjs" as Clock

QtObject {
    id: daemon

    readonly property string service: "org.tomatoclock.TomatoNotify"
    readonly property string objectPath: "/org/tomatoclock/TomatoNotify"
    readonly property string views: "org.tomatoclock.Views1"
    readonly property string timer: "org.tomatoclock.TomatoNotify1"
    // For a moment not, too, when another program takes the name over.
    property bool isThere: false
    // What `Cards` says, read as data that anybody may have made up.
    property var shown: Clock.NOTHING
    // What the widget is for the daemon, and what it has said that it is; empty: nothing.
    property string kind
    property string attached
    // The id of the card that was pressed last, and why that was refused. If it changes, that is no news any more.
    property string pressed
    property string refusal
    readonly property string essence: JSON.stringify(shown.cards.find(card => card.id === pressed) ?? null)
    onEssenceChanged: refusal = ""

    // `Properties` asks its service without a look at whether it has an owner, which would start the daemon, and does
    // not ask again when the owner changes. So it has one only while that is there.
    property DBus.DBusServiceWatcher watcher: DBus.DBusServiceWatcher {
        busType: DBus.BusType.Session
        watchedService: daemon.service
        // At the beginning, too.
        onRegisteredChanged: daemon.leave()
    }
    // That watcher sees no owner that follows another one at once.
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
        // However much it says, it is read once in a turn of the loop.
        onRefreshed: Qt.callLater(daemon.take)
        onPropertiesChanged: Qt.callLater(daemon.take)
    }
    // A daemon that hangs is no reason to wait for half a minute.
    property Timer patience: Timer {
        interval: 5000
        onTriggered: daemon.refusal = daemon.shown.words.unanswered
    }
    // Views are counted: all widgets of the shell have one connection.
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

    // Says a link of a card, or of what belongs to none: then it counts as the first card's.
    function press(card, link) {
        if (!link)
            return
        const id = card?.id ?? ""
        pressed = id
        refusal = ""
        patience.restart()
        call(timer, "Perform", link, sentence => {
            patience.stop()
            // What was said before the answer.
            take()
            if (pressed === id)
                refusal = sentence ?? shown.words.unanswered
        })
    }

    // A click where no daemon is: this one starts it, and it shows its card.
    function start() {
        DBus.SessionBus.asyncCall({
            service: service, path: objectPath, iface: "org.freedesktop.Application", member: "Activate",
            arguments: [{}], signature: "(a{sv})",
        })
    }

    // `onAnswer` gets an empty text if it was done, else the daemon's sentence, or null if there is none.
    // With a signature no Introspect goes before the call.
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
