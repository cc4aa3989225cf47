// All cards, and what else can be done: the popup.
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

PlasmaComponents.ScrollView {
    id: list

    property var shown: null
    property var faces: []
    property var perform: (link, onAnswer) => {}

    Layout.minimumWidth: Kirigami.Units.gridUnit * 18
    Layout.minimumHeight: Math.min(column.implicitHeight + Kirigami.Units.largeSpacing, Kirigami.Units.gridUnit * 30)
    Layout.preferredWidth: Layout.minimumWidth
    Layout.preferredHeight: Layout.minimumHeight
    contentWidth: availableWidth
    Controls.ScrollBar.horizontal.policy: Controls.ScrollBar.AlwaysOff

    // What was refused when the popup was last open is no news.
    function forgive() {
        for (let place = 0; place < cards.count; place++)
            cards.itemAt(place).forgive()
    }

    ColumnLayout {
        id: column
        width: list.availableWidth
        spacing: Kirigami.Units.largeSpacing

        Repeater {
            id: cards
            model: list.shown?.cards.length ?? 0
            CardView {
                required property int index
                card: list.shown?.cards[index] ?? null
                face: list.faces[index] ?? null
                words: list.shown.words
                perform: list.perform
                Layout.fillWidth: true
                Layout.margins: Kirigami.Units.smallSpacing
            }
        }
        PlasmaComponents.Label {
            visible: (list.shown?.more ?? 0) > 0
            text: visible ? `+${list.shown.more}` : ""
            textFormat: Text.PlainText
            opacity: 0.75
        }
        Kirigami.Separator {
            visible: actions.count > 0
            Layout.fillWidth: true
        }
        Repeater {
            id: actions
            model: list.shown?.menu.length ?? 0
            LinkButton {
                required property int index
                button: list.shown?.menu[index] ?? null
                flat: true
                onClicked: list.perform(button?.link, () => {})
                Layout.alignment: Qt.AlignLeft
            }
        }
    }
}
