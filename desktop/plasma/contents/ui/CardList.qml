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

    // While the popup is open, new cards go to the end, and those that end or become smaller leave a gap, so that no card
    // moves up under the pointer. A card that comes back, as after a restart of the daemon, has its place again.
    function arrange() {
        if (!isOpen)
            return
        const ids = shown.cards.map(card => card.id)
        let gaps = 0
        for (let place = names.count - 1; place >= 0; place--) {
            const known = ids.indexOf(names.get(place).name)
            if (known >= 0)
                ids.splice(known, 1)
            else if (++gaps > rooms)
                names.remove(place)
        }
        ids.forEach(name => names.append({ name: name }))
    }

    ListModel {
        id: names
    }
    ColumnLayout {
        id: column
        width: list.availableWidth
        spacing: Kirigami.Units.largeSpacing

        Repeater {
            model: names
            CardView {
                required property string name
                // The greatest height since the popup was opened.
                property real tallest: 0
                onImplicitHeightChanged: tallest = Math.max(tallest, implicitHeight)
                card: list.shown.cards.find(each => each.id === name) ?? null
                face: card ? list.faces.find(each => each.id === name)?.face ?? null : null
                daemon: list.daemon
                Layout.fillWidth: true
                Layout.margins: Kirigami.Units.smallSpacing
                Layout.bottomMargin: Kirigami.Units.smallSpacing + Math.max(0, tallest - implicitHeight)
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
