// What the command says itself, in zh_CN: written by scripts/make-catalogue.py from po/zh_CN.po.

extension Catalogue {
  static var simplified2: String {
    """
    7f715f5c 这里没有选项 {given}；tomato-notify {verb}--help 会列出选项。
    fd3fa46a 这里不应有 {given}；tomato-notify {verb}--help 会列出可用的。
    fea1448d 缺少内容；应为 {name}，请看 tomato-notify {verb}--help。
    5f4f4159 {given} 不能作为 {name} 的值；tomato-notify {verb}--help 会列出可用的。
    c9c37481 选项 {given} 不接受值；应只写它本身。
    """
  }
}
