// A card: its texts, its clock, its buttons, and the reason of a refusal. It is updated in place, so that the press and
// the release of a click reach the same button; the link is read at the release.
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

ColumnLayout {
    id: view

    property var card: null
    property var face: null
    required property Daemon daemon
    // On the desktop: the ring surrounds the time, and `cycle` is the Pomodoro's card while another card is shown.
    property bool isLarge: false
    property var cycle: null

    spacing: Kirigami.Units.smallSpacing

    readonly property color color: !card ? "#888888" : face?.isHot ? card.urgent : card.color
    readonly property string refusal: card && daemon.pressed === card.id ? daemon.refusal : ""

    onRefusalChanged: if (refusal)
        Accessible.announce(refusal)

    component Words: PlasmaComponents.Label {
        visible: text !== ""
        textFormat: Text.PlainText
        elide: Text.ElideRight
        Layout.fillWidth: true
    }

    component Time: Words {
        text: view.face?.text ?? ""
        font.features: ({ "tnum": 1 })
    }

    Item {
        visible: view.isLarge
        Layout.alignment: Qt.AlignHCenter
        Layout.fillHeight: true
        Layout.preferredWidth: height
        Layout.minimumHeight: view.isLarge ? Kirigami.Units.gridUnit * 7 : 0
        Ring {
            part: view.isLarge ? view.face?.share ?? null : null
            color: view.color
            anchors.fill: parent
        }
        Time {
            anchors.centerIn: parent
            width: parent.width * 0.7
            visible: view.isLarge
            text: view.isLarge ? view.face?.text ?? "" : ""
            horizontalAlignment: Text.AlignHCenter
            font.pixelSize: parent.height * 0.3
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 8
        }
    }
    RowLayout {
        spacing: Kirigami.Units.largeSpacing
        Layout.fillWidth: true
        Ring {
            part: view.isLarge ? null : view.face?.share ?? null
            color: view.color
            Layout.alignment: Qt.AlignTop
            Layout.preferredWidth: Kirigami.Units.iconSizes.large
            Layout.preferredHeight: Kirigami.Units.iconSizes.large
        }
        ColumnLayout {
            spacing: 0
            Layout.fillWidth: true
            Words {
                text: view.card?.heading ?? ""
                font: Kirigami.Theme.smallFont
                opacity: 0.75
            }
            Words {
                readonly property var open: view.card?.open ?? null
                text: view.card?.title ?? ""
                font.bold: true
                font.underline: activeFocus
                horizontalAlignment: view.isLarge ? Text.AlignHCenter : Text.AlignLeft
                activeFocusOnTab: open !== null
                Accessible.role: open ? Accessible.Button : Accessible.StaticText
                Accessible.name: open ? `${open.label}, ${text}` : text
                Accessible.description: view.refusal
                Accessible.onPressAction: view.daemon.press(view.card, open?.link)
                Keys.onReturnPressed: Accessible.pressAction()
                Keys.onEnterPressed: Accessible.pressAction()
                Keys.onSpacePressed: Accessible.pressAction()
                TapHandler { onTapped: parent.Accessible.pressAction() }
                HoverHandler { cursorShape: parent.open ? Qt.PointingHandCursor : Qt.ArrowCursor }
            }
            Time {
                visible: text !== "" && !view.isLarge
                text: view.isLarge ? "" : view.face?.text ?? ""
                font.pointSize: Kirigami.Theme.defaultFont.pointSize * 1.4
            }
            Repeater {
                model: view.card?.lines.length ?? 0
                Words {
                    required property int index
                    text: view.card?.lines[index] ?? ""
                    opacity: 0.75
                    horizontalAlignment: view.isLarge ? Text.AlignHCenter : Text.AlignLeft
                }
            }
        }
    }
    Words {
        text: view.cycle?.title ?? ""
        horizontalAlignment: Text.AlignHCenter
    }
    Words {
        text: view.cycle?.lines.join("\n") ?? ""
        opacity: 0.75
        horizontalAlignment: Text.AlignHCenter
    }
    Flow {
        spacing: Kirigami.Units.smallSpacing
        Layout.fillWidth: !view.isLarge
        Layout.maximumWidth: view.width
        Layout.alignment: Qt.AlignHCenter
        Repeater {
            // A number, so that existing buttons stay when the list changes.
            model: view.card?.buttons.length ?? 0
            LinkButton {
                required property int index
                button: view.card?.buttons[index] ?? null
                owner: view.card?.title ?? ""
                Accessible.description: view.refusal
                onClicked: view.daemon.press(view.card, button?.link)
            }
        }
    }
    Words {
        text: view.refusal
        wrapMode: Text.Wrap
        elide: Text.ElideNone
        color: Kirigami.Theme.negativeTextColor
    }
}
