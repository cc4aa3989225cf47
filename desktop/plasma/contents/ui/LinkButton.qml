// A button whose label is text. Plasma's own draws markup, and takes an ampersand for the mark of a mnemonic: with a
// word joiner behind it a sign is itself.
import QtQuick
import org.kde.plasma.components as PlasmaComponents

PlasmaComponents.Button {
    property var button: null
    // What it belongs to, for those who hear it.
    property string owner

    text: (button?.label ?? "").replace(/[&<]/g, sign => `${sign === "&" ? "&&" : sign}\u2060`)
    Accessible.name: [button?.label, owner].filter(word => word).join(", ")
}
