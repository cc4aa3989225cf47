// What the command says itself, in zh_TW: written by scripts/make-catalogue.py from po/zh_TW.po.

extension Catalogue {
  static var traditional2: String {
    """
    7f715f5c 這裡沒有選項 {given}；tomato-notify {verb}--help 會列出選項。
    fd3fa46a 這裡不應有 {given}；tomato-notify {verb}--help 會列出可用的。
    fea1448d 缺少內容；應為 {name}，請看 tomato-notify {verb}--help。
    5f4f4159 {given} 不能作為 {name} 的值；tomato-notify {verb}--help 會列出可用的。
    c9c37481 選項 {given} 不接受值；應只寫它本身。
    """
  }
}
