// What the command says itself, in zh_CN: written by scripts/make-catalogue.py from po/zh_CN.po.

extension Catalogue {
  static var simplified2: String {
    """
    8be8b576 以这个名称跟随标准输入的内容。
    f7c5bb09 打印给 shell 执行的内容：bash、zsh 或 fish。
    dd7b63e5 命令及其参数。
    d27e2a8b {given} 不是 shell；应为 bash、zsh 或 fish。
    00b20dab 缺少命令；应为例如 track -- make -j8。
    798fde0d 应为命令、--stdin 和 --shell 其中之一。
    4460c7ce 未知的选项 {given}；同名的命令前面要加 --。
    6ac6eab6 --name 要与命令一起用。
    5e0161ee --icon 不能与 --shell 一起用。
    2bc2156f --ended 是给 track --shell 打印的内容用的。
    c0c1d562 第 {n} 个参数不是有效的 UTF-8；应为 UTF-8 文本。
    b66782ba {given} 不是格式；应为 {names}，或像“{text}”这样的模板。
    11755d8e --until {time} 在 12 小时以后；是明天 {time} 吗？请写 --duration {length}。
    22ef9d34 --until {time} 在 12 小时以后；是今天 {time} 吗？请写 --duration {length}。
    be32ac86 {given} 不是时刻；应为例如 14:30。
    bff201d5 {option} {given} 不是时间；例如 9:00、"yesterday 9:00" 或 "2026-11-20 9:00"。
    498fae74 没有选项 {given}；您是指 {name} 吗？
    7f715f5c 这里没有选项 {given}；tomato-notify {verb}--help 会列出选项。
    fd3fa46a 这里不应有 {given}；tomato-notify {verb}--help 会列出可用的。
    fea1448d 缺少内容；应为 {name}，请看 tomato-notify {verb}--help。
    5f4f4159 {given} 不能作为 {name} 的值；tomato-notify {verb}--help 会列出可用的。
    c9c37481 选项 {given} 不接受值；应只写它本身。
    0e8c3923 --duration 和 --until 不能同时使用；应只有其中一个。
    f78a0b82 多久，例如 25m；不写就依设置。
    85c25e55 您在做什么，最多 120 个字符。
    4f3a5262 离开进行中或暂停的阶段，和 skip 一样。
    71b62364 到这个时刻为止，例如 14:30；最多 12 小时以后。
    9cf0af93 60 秒内可以用 tomato-notify undo 撤销。
    98edd502 开始就绪或接下来的阶段，或继续暂停的阶段。
    9bbb47bc 接下来的专注或休息
    30d884d1 这种阶段
    35c6680a 那个名称的计时器或秒表
    ae04cd3e 您十分钟前就开始了
    98c591cb 离开现在进行的，不计入
    8d975c9f 阶段种类：focus、short-break 或 long-break；不写就是接下来的那一种。
    a0683e51 开始专注；有阶段进行或暂停时只显示它。
    75ef2d8d 开始接下来的休息，短的或长的。
    68c12316 专注进行或暂停时会被拒绝，除非加上 --replace。
    b77a839f 暂停进行中的阶段；pause 5m 会在 5 分钟后询问。
    487d57a2 不会自行继续：时间一到，会有通知询问，附“继续”和“+5 分钟”。
    ea7a28cf 直到您继续
    cc644e7b 并在五分钟后询问
    41172da4 计时器 tea，到时询问
    86f9f579 过这么久后询问，例如 5m。
    212a3926 在这个时刻询问，例如 14:30。
    59add56d 继续暂停的阶段。
    100d9e53 暂停进行中的、继续暂停的，否则开始。
    2badc5ad 不计入这个阶段，进到下一个。
    92513997 把这个阶段重设到开头，不进行。
    34ba0292 结束计时：它的通知会关闭，下一次 start 会开始专注。
    56e39569 结束番茄钟与每个计时器、秒表。
    671776ff 同时有 --all 和名称；应只有其中一个。
    b7beab23 为这个阶段增加时间：5m；或减少：-5m。
    06799cff 阶段完成之后，它会再进行这么久。
    86c02da8 多少，例如 5m 或 -5m；以及计时器的名称。
    e8148864 倒回不该计入的时间：5m。
    0c633e21 您被叫走而时间继续走：这么多要重来。
    f2794a96 多少，例如 5m；以及计时器的名称。
    d4919605 在 60 秒内收回上一次的重置、跳过、停止、倒回、缩短、替换或扣除（takeoff）。
    5dfdf5fb 表示您要离开；回来时专注会询问这段时间是否计入。
    1b282a63 桌面会自己通知（tomato-notify doctor 会说用哪种方式）；不会的地方可以用 swayidle：
    fada1f04 swayidle timeout 300 'tomato-notify away --ago 5m' resume 'tomato-notify back'
    d9348883 设置 away.then = pause（tomato-notify config）时，改为暂停专注。
    39c4bde7 表示您回来了。
    e433cf45 您离开的时间算数；没有回答时也是如此。
    34828a0c 您离开的时间不算。
    8d74ac99 在番茄钟之外开始一个计时器：timer 4m tea。
    8d602388 再打一次还是同一个计时器，不会有第二个
    5923b982 和上一个同名的一样长
    caaa7234 就在那个时刻，无论时钟与电脑如何
    aa954718 还有 resume、extend tea 1m、stop tea、stop --all
    fae7e27c 加上 --wait 时，退出码和 wait 相同。
    bb664e5d 多久，例如 4m，以及最多 80 个字符、240 字节的名称。
    12dd2969 和文本里的时长相同。
    09aad98e 已有同名的计时器时，重新开始。
    134e3119 等到它结束。
    3ae53909 开始一个秒表：stopwatch run。
    d6ed68ed 停止后会显示总时间与各圈，直到您关闭它。
    c857defe 最多 80 个字符、240 字节的名称。
    f17342e0 已有同名的秒表时，重新开始。
    a1636a14 为进行中的秒表计圈。
    7834a2b5 status、list 和 log 会显示各圈；加上 --json 则是全部，以秒计。
    5ada6294 再次显示通知。
    d7b240dd 关闭通知；计时会继续。
    ab3ec782 阶段会继续。要暂停：tomato-notify pause
    9f1fe320 阶段维持暂停。要继续：tomato-notify resume
    b6fb2ec7 没有进行中的阶段。要开始：tomato-notify start
    eccb7294 守护进程离开了；正在重新启动……
    13c0e8a7 截至 {time}：守护进程已结束。按 p 重新启动，按 q 离开。
    12c7a7ec 那一个已经结束。
    aa986bbb 连接中……
    8aff6515 p 暂停
    06018852 p 继续
    abd71f87 p 开始
    3e4ee41d s 跳过
    2f36869e r 重设
    b59d1c3e u 撤销
    f57a1296 +/- 分钟
    43b4adcf Tab 其他
    08b2e7bb q 离开
    ae364555 p 或空格键：暂停、继续、开始 · s 跳过 · r 重设 · u 撤销 · + - 一分钟 · 1-9 Tab 选另一个 · q 离开
    276036e3 无法理解守护进程的回答：有一行不是通知岛的内容。
    b4d3aec9 这一行有 {n} 字节；最多 {m} 字节。
    a7eb745d 这一行不是 JSON；应为一个 JSON 对象。
    51cf39a0 这一行不是 JSON 对象；应为例如 {example}。
    5085900a 这一行缺少成员 {given}；应为例如 {example}。
    2da13754 成员“do”不是 request、update 或 end。
    59450bb6 成员“id”不是文本。
    2f954c78 图标是文件，管道只有加上 --trust 才接受；应为图标的名称。
    d04a0f05 {given} 不是 https: 链接；其他链接，管道只有加上 --trust 才接受。
    e2e5f0bf 无法运行 {path}：{reason}。
    8eaa9fb8 无法读取数据流：{reason}。
    8dd02b03 无法等待信号：{reason}。
    8019a3af 完成，用时 {time}
    e17b4bb7 失败（{code}），用时 {time}
    a4ba8a0f 已停止，用时 {time}
    0465d485 退出代码 {code}
    13c6b26a 信号 {name}
    ae51cb53 磁盘很慢，正在等待；什么都不会丢失。
    753305aa 守护进程的回答太长。
    2398a46e {given} 不是标识符；应为 1 到 40 个 a-z、0-9、“-”和“_”的字符。
    """
  }
}
