// One size of an icon, as a tray item sends it in `IconPixmap`.

package nonisolated struct TrayPixmap: Equatable {
  var width: Int32
  var height: Int32
  /// Alpha, red, green, blue of each pixel, row by row, not premultiplied: ARGB32 in network byte order.
  var argb: [UInt8]
}
