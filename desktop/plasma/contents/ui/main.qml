// The timer in Plasma (6.4 or newer): a ring in the system tray, ring and time in a panel, a large clock on the
// desktop, the cards on a click. It draws what the daemon says in `Cards` and counts with `clock.mjs`: no words, no rules.
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.plasmoid

import "clock.mjs" as Clock

PlasmoidItem {
    id: root

    readonly property var cards: daemon.shown.cards
    readonly property bool isOnDesktop: Plasmoid.formFactor === PlasmaCore.Types.Planar
    // The tray has room for a square, and draws the heading of the popup itself.
    readonly property bool isInTray:
        (Plasmoid.containmentDisplayHints & PlasmaCore.Types.ContainmentDrawsPlasmoidHeading) !== 0
    readonly property bool isOpen: expanded || isOnDesktop
    // What the clocks of the cards show; only those that are seen are counted.
    property var faces: []

    Plasmoid.status: cards.length > 0 ? PlasmaCore.Types.ActiveStatus : PlasmaCore.Types.PassiveStatus
    Plasmoid.icon: "org.tomatoclock.TomatoNotify"
    // The tray opens no popup for a widget that prefers one.
    preferredRepresentation: isInTray ? null : isOnDesktop ? fullRepresentation : compactRepresentation
    toolTipMainText: cards[0]?.title ?? ""
    toolTipSubText: [...(cards[0]?.lines ?? []), daemon.shown.words.others].filter(text => text).join("\n")
    toolTipTextFormat: Text.PlainText

    Daemon {
        id: daemon
        // The ring in the tray shows no digits.
        kind: root.isInTray ? "plasma-tray" : "plasma"
        onShownChanged: root.tick()
    }

    onIsOpenChanged: tick()
    onIsInTrayChanged: tick()

    Timer {
        id: timer
        onTriggered: root.tick()
    }

    // Draws what the clocks show now, and comes again when one that is seen shows something else.
    function tick() {
        timer.stop()
        const now = Date.now()
        // Not `cards`, which may not have followed yet.
        const all = daemon.shown?.cards ?? []
        const seen = isOpen ? all : all.slice(0, 1)
        faces = seen.map(card => Clock.face(card.clock, now))
        const waits = faces.map((face, place) => ringAlone(seen[place].clock) ?? face.next).filter(ms => ms > 0)
        if (waits.length === 0)
            return
        timer.interval = Math.min(...waits) + 1
        timer.start()
    }

    // A ring without a text has sixty steps, and may get another colour; null where the text is seen.
    function ringAlone(clock) {
        if (!isInTray || isOpen)
            return null
        if (clock.kind !== "down" || !(clock.total > 0))
            return 0
        // Anybody may have made up `total`.
        const [now, step] = [Date.now(), Math.max(clock.total / 60, 1000)]
        const left = clock.at - now
        const waits = [left > 0 ? left % step || step : 0, (clock.hot ?? 0) - now].filter(ms => ms > 0)
        return waits.length > 0 ? Math.min(...waits, 0x7fffff00) : 0
    }

    function say(link) {
        if (link)
            daemon.perform(link, () => {})
    }

    compactRepresentation: Compact {
        card: root.cards[0] ?? null
        face: root.faces[0] ?? null
        others: daemon.shown.others
        isSquare: root.isInTray
        isVertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
        onOpened: {
            if (daemon.isThere || root.expanded)
                root.expanded = !root.expanded
            else
                daemon.start()
        }
        onToggled: root.say(root.cards[0]?.toggle)
        onTurned: steps => root.say(steps > 0 ? root.cards[0]?.step.more : root.cards[0]?.step.less)
    }

    fullRepresentation: isOnDesktop ? desk : list

    Component {
        id: list
        CardList {
            shown: daemon.shown
            faces: root.faces
            perform: daemon.perform
            Connections {
                target: root
                function onExpandedChanged() {
                    if (!root.expanded)
                        forgive()
                }
            }
        }
    }
    Component {
        id: desk
        CardView {
            Layout.minimumWidth: Kirigami.Units.gridUnit * 12
            Layout.minimumHeight: Kirigami.Units.gridUnit * 12
            Layout.preferredWidth: Kirigami.Units.gridUnit * 16
            Layout.preferredHeight: Kirigami.Units.gridUnit * 18
            isLarge: true
            cycle: root.cards.slice(1).find(card => card.id === "pomodoro") ?? null
            card: root.cards[0] ?? null
            face: root.faces[0] ?? null
            words: daemon.shown.words
            perform: daemon.perform
            // Without a daemon a click starts it.
            Kirigami.Icon {
                visible: root.cards.length === 0
                source: Plasmoid.icon
                Layout.alignment: Qt.AlignHCenter
                Layout.preferredWidth: Kirigami.Units.iconSizes.huge
                Layout.preferredHeight: Kirigami.Units.iconSizes.huge
                TapHandler { onTapped: daemon.start() }
            }
        }
    }
}
