// The first card where there is little room: a ring in the tray; ring and time in a panel, side by side or one below
// the other.
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

MouseArea {
    id: compact

    property var card: null
    property var face: null
    property int others: 0
    property string othersText
    property bool isSquare: false
    property bool isVertical: false

    signal opened
    signal toggled
    // 1 for a notch up, -1 for one down.
    signal turned(int steps)

    property int gathered: 0
    property var steps: []

    Layout.minimumWidth: isSquare || isVertical ? 0 : grid.implicitWidth + Kirigami.Units.smallSpacing * 2
    Layout.minimumHeight: isSquare || !isVertical ? 0 : grid.implicitHeight + Kirigami.Units.smallSpacing * 2
    acceptedButtons: Qt.LeftButton | Qt.MiddleButton
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: [card?.title ?? "TomatoClock", othersText].filter(text => text).join(", ")
    Accessible.onPressAction: opened()
    Keys.onReturnPressed: opened()
    Keys.onEnterPressed: opened()
    Keys.onSpacePressed: opened()
    onClicked: mouse => mouse.button === Qt.MiddleButton ? toggled() : opened()

    // One step for a notch, and five a second at most, as on the tray item.
    onWheel: wheel => {
        gathered += wheel.angleDelta.y
        if (Math.abs(gathered) < 120)
            return
        const direction = Math.sign(gathered)
        gathered = 0
        const now = Date.now()
        steps = steps.filter(before => now - before < 1000)
        if (steps.length >= 5)
            return
        steps.push(now)
        turned(direction)
    }

    GridLayout {
        id: grid
        anchors.centerIn: parent
        width: compact.isVertical && !compact.isSquare ? compact.width : implicitWidth
        columns: compact.isVertical ? 1 : 3
        columnSpacing: Kirigami.Units.smallSpacing
        rowSpacing: 0

        Ring {
            part: compact.face?.share ?? null
            color: !compact.card ? "#888888" : compact.face?.isHot ? compact.card.urgent : compact.card.color
            Layout.alignment: Qt.AlignCenter
            Layout.preferredWidth: !compact.isSquare ? Kirigami.Units.iconSizes.small
                : Math.min(compact.width, compact.height, Kirigami.Units.iconSizes.medium)
            Layout.preferredHeight: Layout.preferredWidth
        }
        Kirigami.Icon {
            visible: (compact.face?.share ?? null) === null
            source: "org.tomatoclock.TomatoNotify"
            fallback: "chronometer"
            Layout.alignment: Qt.AlignCenter
            Layout.preferredWidth: Kirigami.Units.iconSizes.small
            Layout.preferredHeight: Kirigami.Units.iconSizes.small
        }
        // Empty in the tray, because a changing text causes a new frame even while it is invisible.
        PlasmaComponents.Label {
            visible: text !== ""
            text: compact.isSquare ? "" : compact.face?.text ?? ""
            textFormat: Text.PlainText
            font.features: ({ "tnum": 1 })
            font.weight: Font.DemiBold
            fontSizeMode: compact.isVertical ? Text.HorizontalFit : Text.FixedSize
            minimumPixelSize: 6
            horizontalAlignment: Text.AlignHCenter
            Layout.fillWidth: compact.isVertical
            Layout.maximumWidth: compact.isVertical ? compact.width : Number.POSITIVE_INFINITY
        }
        PlasmaComponents.Label {
            visible: text !== ""
            text: !compact.isSquare && compact.others > 0 ? `+${compact.others}` : ""
            textFormat: Text.PlainText
            opacity: 0.75
            Layout.alignment: Qt.AlignCenter
        }
    }
}
