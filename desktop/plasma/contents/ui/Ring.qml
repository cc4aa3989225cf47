// A ring that empties. The scene graph draws it, so a new share needs no new image.
import QtQuick
import QtQuick.Shapes

Shape {
    id: ring

    // 0 to 1; null draws nothing.
    property var part: null
    property color color: "#888888"
    readonly property real thick: Math.max(2, width / (width > 100 ? 18 : 9))

    visible: part !== null
    preferredRendererType: Shape.CurveRenderer

    component Arc: PathAngleArc {
        centerX: ring.width / 2
        centerY: ring.height / 2
        radiusX: (ring.width - ring.thick) / 2
        radiusY: radiusX
    }

    ShapePath {
        strokeColor: Qt.alpha(ring.color, 0.3)
        strokeWidth: ring.thick
        fillColor: "transparent"
        capStyle: ShapePath.FlatCap
        Arc { startAngle: 0; sweepAngle: 360 }
    }
    ShapePath {
        strokeColor: ring.color
        strokeWidth: ring.thick
        fillColor: "transparent"
        capStyle: ShapePath.FlatCap
        // Sixty steps; a share in the same step causes no redraw.
        Arc { startAngle: -90; sweepAngle: 6 * Math.ceil((ring.part ?? 0) * 60) }
    }
}
