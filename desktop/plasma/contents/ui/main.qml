// The timer in Plasma (6.4 or newer): a ring in the system tray, ring and time in a panel, a large clock on the
// desktop, the cards on a click. It draws the daemon's `Cards` and advances their clocks with `clock.mjs`.
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.plasmoid

import "clock.mjs" as Clock

PlasmoidItem {
    id: root

    property var cards: []
    // The first card. On the desktop it stays while the pointer is on it.
    property var lead: null
    property bool isHeld: false
    readonly property bool isOnDesktop: Plasmoid.formFactor === PlasmaCore.Types.Planar
    // The tray has room for a square, and draws the heading of the popup itself.
    readonly property bool isInTray:
        (Plasmoid.containmentDisplayHints & PlasmaCore.Types.ContainmentDrawsPlasmoidHeading) !== 0
    readonly property bool isSeen: expanded || (visible && Window.visibility !== Window.Hidden)
    // What `lead`'s clock shows, and what all cards' clocks showed when the popup was last open.
    property var face: null
    property var faces: []

    Plasmoid.status: cards.length > 0 ? PlasmaCore.Types.ActiveStatus : PlasmaCore.Types.PassiveStatus
    Plasmoid.icon: "org.tomatoclock.TomatoNotify"
    // Null in the tray, which opens no popup for a widget with a preferred representation.
    preferredRepresentation: isInTray ? null : isOnDesktop ? fullRepresentation : compactRepresentation
    toolTipMainText: lead?.title ?? ""
    toolTipSubText: [daemon.refusal, ...(lead?.lines ?? []), daemon.shown.words.others].filter(text => text).join("\n")
    toolTipTextFormat: Text.PlainText

    readonly property Daemon daemon: Daemon {
        // The ring in the tray shows no digits.
        kind: root.isInTray ? "plasma-tray" : "plasma"
        onShownChanged: root.draw()
    }

    onIsHeldChanged: draw()
    onIsSeenChanged: tick()
    onIsInTrayChanged: tick()
    onExpandedChanged: isOpen => {
        // Closing the popup clears the refusal.
        if (!isOpen)
            daemon.refusal = ""
        tick()
    }

    Timer {
        id: timer
        onTriggered: root.tick()
    }

    function draw() {
        cards = daemon.shown.cards
        lead = (isHeld ? cards.find(card => card.id === lead?.id) : null) ?? cards[0] ?? null
        tick()
    }

    // Draws the clocks, and runs again when a visible one changes.
    function tick() {
        timer.stop()
        if (!lead || !isSeen)
            return
        const now = Date.now()
        face = Clock.face(lead.clock, now)
        if (expanded)
            faces = cards.map(card => ({ id: card.id, face: Clock.face(card.clock, now) }))
        const seen = expanded ? faces.map(each => each.face.next) : [ringAlone(lead.clock) ?? face.next]
        const waits = seen.filter(ms => ms > 0)
        if (waits.length === 0)
            return
        timer.interval = Math.min(...waits) + 1
        timer.start()
    }

    // Milliseconds until a ring without a text gets another step or colour; 0: never; null where the text is visible.
    function ringAlone(clock) {
        if (!isInTray || expanded)
            return null
        if (clock.kind !== "down" || !(clock.total > 0))
            return 0
        // A made-up `total` may be tiny, so a step lasts at least 1 s.
        const [now, step] = [Date.now(), Math.max(clock.total / 60, 1000)]
        const left = clock.at - now
        const waits = [left > 0 ? left % step || step : 0, (clock.hot ?? 0) - now].filter(ms => ms > 0)
        return waits.length > 0 ? Math.min(...waits, 0x7fffff00) : 0
    }

    compactRepresentation: Compact {
        card: root.lead
        face: root.lead && root.face
        others: daemon.shown.others
        othersText: daemon.shown.words.others
        isSquare: root.isInTray
        isVertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
        onOpened: {
            if (daemon.isThere || root.expanded)
                root.expanded = !root.expanded
            else
                daemon.start()
        }
        onToggled: daemon.press(root.lead, root.lead?.toggle)
        onTurned: steps => daemon.press(root.lead, steps > 0 ? root.lead?.step.more : root.lead?.step.less)
    }

    fullRepresentation: isOnDesktop ? desk : list

    Component {
        id: list
        CardList {
            daemon: root.daemon
            faces: root.faces
            isOpen: root.expanded
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
            cycle: root.cards.find(card => card.id === "pomodoro" && card.id !== root.lead?.id) ?? null
            card: root.lead
            face: root.lead && root.face
            daemon: root.daemon
            HoverHandler { onHoveredChanged: root.isHeld = hovered }
            // Without a daemon a click starts it.
            PlasmaComponents.ToolButton {
                visible: !root.lead
                text: Plasmoid.title
                icon.name: Plasmoid.icon
                icon.width: Kirigami.Units.iconSizes.huge
                icon.height: Kirigami.Units.iconSizes.huge
                display: PlasmaComponents.AbstractButton.IconOnly
                Layout.alignment: Qt.AlignHCenter
                onClicked: root.daemon.start()
            }
        }
    }
}
