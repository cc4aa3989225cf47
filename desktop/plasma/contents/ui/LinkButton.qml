// A button with a plain-text label. Plasma's own draws markup, and an ampersand marks a mnemonic. A word joiner after
// the sign makes it literal.
import QtQuick
import org.kde.plasma.components as PlasmaComponents

PlasmaComponents.Button {
    property var button: null
    // The title of the button's card, for screen readers.
    property string owner

    text: (button?.label ?? "").replace(/[&<]/g, sign => `${sign === "&" ? "&&" : sign}\u2060`)
    Accessible.name: [button?.label, owner].filter(word => word).join(", ")
}
