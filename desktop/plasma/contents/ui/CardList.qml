// The popup: all cards, and the menu's buttons.
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

PlasmaComponents.ScrollView {
    id: list

    required property Daemon daemon
    required property var faces
    required property bool isOpen
    readonly property var shown: daemon.shown

    Layout.minimumWidth: Kirigami.Units.gridUnit * 18
    Layout.minimumHeight: Math.min(column.implicitHeight + Kirigami.Units.largeSpacing, Kirigami.Units.gridUnit * 30)
    Layout.preferredWidth: Layout.minimumWidth
    Layout.preferredHeight: Layout.minimumHeight
    contentWidth: availableWidth
    Controls.ScrollBar.horizontal.policy: Controls.ScrollBar.AlwaysOff

    onShownChanged: arrange()
    onIsOpenChanged: {
        if (isOpen)
            names.clear()
        arrange()
    }

    // The most gaps; the first go, so that a program that ends and begins cards forever adds no more.
    readonly property int rooms: 16

    // While the popup is open, new cards go to the end, and those that end leave a gap, so that no card moves under the
    // pointer. A card that comes back, as after a restart of the daemon, has its place again.
    function arrange() {
        if (!isOpen)
            return
        const ids = shown.cards.map(card => card.id)
        let gaps = 0
        for (let place = names.count - 1; place >= 0; place--) {
            const { name, room } = names.get(place)
            const known = ids.indexOf(name)
            if (known >= 0) {
                ids.splice(known, 1)
                names.setProperty(place, "room", 0)
            } else if (++gaps > rooms)
                names.remove(place)
            else if (room === 0)
                names.setProperty(place, "room", views.itemAt(place).height)
        }
        ids.forEach(name => names.append({ name: name, room: 0 }))
    }

    ListModel {
        id: names
    }
    ColumnLayout {
        id: column
        width: list.availableWidth
        spacing: Kirigami.Units.largeSpacing

        Repeater {
            id: views
            model: names
            CardView {
                required property string name
                // The height of the gap that the card has left; 0 for a card.
                required property real room
                card: room > 0 ? null : list.shown.cards.find(each => each.id === name) ?? null
                face: card ? list.faces.find(each => each.id === name)?.face ?? null : null
                daemon: list.daemon
                Layout.fillWidth: true
                Layout.minimumHeight: room > 0 ? room : -1
                Layout.margins: Kirigami.Units.smallSpacing
            }
        }
        PlasmaComponents.Label {
            visible: list.shown.more > 0
            text: `+${list.shown.more}`
            textFormat: Text.PlainText
            opacity: 0.75
        }
        Kirigami.Separator {
            visible: actions.count > 0
            Layout.fillWidth: true
        }
        Repeater {
            id: actions
            model: list.shown.menu.length
            LinkButton {
                required property int index
                button: list.shown.menu[index] ?? null
                flat: true
                onClicked: list.daemon.press(list.shown.cards[0], button?.link)
                Layout.alignment: Qt.AlignLeft
            }
        }
    }
}
