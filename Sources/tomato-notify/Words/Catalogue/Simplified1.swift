// What the command says itself, in zh_CN: written by scripts/make-catalogue.py from po/zh_CN.po.

extension Catalogue {
  static var simplifiedLines: [String] { [simplified1, simplified2] }

  static var simplified1: String {
    """
    f61383a8 名称是空的；应为 1 到 80 个字符，最多 240 字节。
    8fb20165 名称含有字符 {code}；应为不含控制字符和书写方向字符的文本。
    2b913442 名称有 {n} 个字节；最多 {m} 个。
    33082075 名称有 {n} 个字符；最多 {m} 个。
    d3910d2f 名称没有可见的字符；至少要有一个看得见的字符。
    c9f31d11 {given} 不是链接；应为例如 https://example.org/1，最多 2000 个 ASCII 字符。
    ae743a8e 内含另一个链接的“{scheme}:”链接不会打开；请改用例如 https:。
    42cc1097 以“{scheme}:”开头的链接不会打开；请用别的链接，例如 https:。
    91a8f660 无法写入标准输出：{reason}。
    f2f07395 模板里的“}”之前没有“{”；要表示这个字符本身请写“}}”。
    bfccb749 模板 {given} 没有任何位置；至少需要其中之一：{names}。
    ebe61b38 模板里的“{”之后没有“}”；要表示这个字符本身请写“{{”。
    223e18cb 模板里有 {given}；应为以下之一：{names}。
    12a84402 模板里有字符 {code}；应为不含控制字符和方向字符的文本。
    e47d74a0 模板有 {n} 个字符；最多 {m} 个。
    80f59ebe {given} 不是活动；应为 1 到 40 个 a-z、0-9、“-”和“_”的字符。
    64111964 链接后面有制表符和内容；只有 request、update 和 end 才有内容。
    e20c5d8c 内容有 {n} 字节；最多 {m} 字节。
    3cc808ce 内容写成 JSON 有 {n} 字节；最多 {m} 字节。
    b97b96eb 没有属于您的进程 {n}；应为正在运行的进程的编号。
    32ac0d7e 内容不是有效的 UTF-8；应为 UTF-8 的 JSON 对象。
    421397b8 内容不是 JSON：{reason}。
    326f3568 内容不是对象；应为例如 {example}。
    181aa406 内容里有类型为 {given} 的值；应为文本、数字、列表和字典。
    fd97b312 内容里有成员 {given}；只能有：{names}。
    a816f363 成员“{item}”是 {given}；应为 {what}。
    dd3cae2d 成员“{item}”里有字符 {code}；应为不含控制字符和方向字符的文本。
    47d5632a 成员“{item}”有 {n} 个字节；最多 {m} 个。
    6d9e632d 成员“{item}”有 {n} 个字符；最多 {m} 个。
    a62fcbb1 有两个按钮做同一件事；每个按钮应有不同的 event 或 url。
    68c0a91e {given} 不是事件名称；应为 1 到 40 个 a-z、0-9、“-”和“_”的字符。
    ee53fde4 事件 {given} 是保留的名称；请用别的名称。
    dd39b497 成员“{item}”没有可见的字符；至少要有一个看得见的字符。
    081ec094 “log/add”没有说明是什么时候；应有“from”、“to”、“duration”其中两个。
    f7739485 “log/edit”只用于一个时段；应以“rows”给出它的编号。
    87e96550 “log/edit”没有说明要改什么；应有 task、from、to、duration 或 outcome。
    d93e08f3 “log/delete”没有指定时段；应以“rows”给出编号。
    2a484e0a {given} 不是时段的编号；应为“tomato-notify log”所显示的编号。
    a4bbc6a0 指定了 {n} 个时段；最多 {m} 个。
    c9f54ec4 {given} 不是结果；应为 completed、skipped、stopped 或 replaced。
    08833958 {given} 不是阶段种类；应为 focus、short-break 或 long-break。
    8d2c3dcd {given} 超出范围；应为 1s 到 24h 的时长。
    6e1740f4 时长为空；应为例如 90s、25m、1h30m、25:00、1:30:00，或以 25 表示分钟，从 1s 到 24h。
    62c9b827 {given} 不是时长；应为例如 90s、25m、1h30m、25:00、1:30:00，或以 25 表示分钟，从 1s 到 24h。
    ac504210 链接不是有效的 UTF-8；应为 UTF-8 文本。
    35a88167 任务里有字符 {code}；应为不含控制字符和方向字符的文本。
    da83db1c 任务有 {n} 字节；最多 {m} 字节。
    6fe4a0df 任务有 {n} 个字符；最多 {m} 个。
    0d8f6eb7 链接有 {n} 字节；最多 {m} 字节。
    c3de7721 “{word}”是给程序用的，经由控制套接字或 D-Bus；应为动词：{names}。
    05beffda “{word}”后面有 {given}；不应有路径。
    7b768c6b “log”后面是 {given}；应为 /add、/edit、/delete，或什么都没有。
    75eebc72 链接没有动词；应为例如 tomatoclock://pause。
    94441e93 {given} 是命令的词，不是链接；应为动词：{names}。
    b63e5754 {given} 指定了用户；应只有动词。
    974f9bc0 {given} 指定了端口；应只有动词。
    469e70e9 {given} 不是动词；应为小写：“{word}”。
    8ad9d265 {given} 不是动词；应为以下之一：{names}。
    18c79b6b {given} 不是这个程序的链接；应为例如 tomatoclock://pause。
    5f7c4c15 链接里有控制字符（{code}）；不可以有，百分号编码的也不行。
    2a944d87 链接里有空格；请改写成 %20。
    32a3b99b 链接里有以“#”开头的片段；不可以有，要表示“#”字符请写 %23。
    cd18ed8b 链接里有字符“{given}”；请改写成 {code}。
    f9b798b3 “{word}”是给控制套接字的查询；应为动词：{names}。
    9e7ce845 “start”后面有 {given}；应为下列之一：{names}。
    1848029a 链接里有空的项；“?”和每个“&”之后应为 name=value。
    d1375148 项“{item}”没有值；应为 {item}=value。
    a80aaf72 项“{item}”出现了两次；应只有一次。
    96e41ac3 项 {given} 只能通过控制套接字使用；链接里不应有它。
    77df6470 “{word}”不接受项 {given}；只接受：{names}。
    6a99fa56 任务没有可见的字符；至少要有一个看得见的字符，或者完全不写文字。
    366a1995 项目“all”为 {given}；应为 1 或 programs。
    012b2d7c 链接同时有“all”和“activity”；只能有其中一个。
    56f99bab “all”搭配了只有一行的格式；应为 text 或 json。
    e10092b3 项“format”是 {given}；应为 text、json 或 island。
    fd484357 项“format”是 {given}；应为 {names} 或 template。
    b2cb598e 有项“template”，但没有“format=template”；两者都要有。
    bb9bd6fa 有“format=template”，但没有项“template”；两者都要有。
    24d6d29b 链接里同时有“duration”和“minutes”；应只有其中一个。
    905f0f8b 项“{item}”有误：{reason}
    814ea5f9 项“{item}”是 {given}；应为 {first} 到 {last} 的整数，没有正负号，也没有开头的零。
    890bcfac 项“{item}”是 {given}；应为 1，或不要这个项。
    b967262b 有项“after”而没有“activity”；两者应同时出现。
    430bfad6 链接同时有 'duration' 和 'until'；只能有其中一个。
    ca7f9e75 “{word}”需要项“by”；应为例如 by=5m。
    3a202c6c “rewind”有 {given}；应为正的时长。
    3bb4ee2b “{item}”的值里有 {given}；应为“%”和两个十六进制数字，或以 %25 表示“%”。
    4af8505d “{item}”的百分号编码值不是有效的 UTF-8；应为 UTF-8 文本。
    cdfd5f1a 名称给了两次；请只用文本或 --activity 其中一种。
    aa7a8480 任务给了两次；请只用文本或 --task 其中一种。
    ff1672b8 {given} 看起来是时长，不像名称；应为一个时长和一个名称，例如 timer 4m tea。
    6e3f4711 秒表是往上计时，不需要时长；要倒数请写 timer {length}。
    eaa688fc {given} 可能有两种意思；请写 {first}，或 {second}。
    6da2d926 时长给了两次；应只有一个，例如 25m。
    3bd2da3c 提醒需要时间；应为例如 remind me in 10m to call，或 remind me at 14:30 to call。
    f4811f38 {given} 不是时刻；应为例如 until 14:30，或 {way}。
    4a37b0e0 {given} 带有正负号，只有 extend 接受；请写 {verb} {length}，或 extend {given}。
    0074e980 {given} 很像时长，但不是；应为例如 90s、25m 或 1h30m，或 {way}。
    80f01b80 {given} 可能是 {first}，也可能是 {last}；请写明其中一个。
    e7b94141 缺少动词；应为例如 status，或 --help。
    5be90fd3 {given} 不是指令；要计时器请写 timer {length} {word}，要专注请写 focus {length} {word}。
    354d8c91 {given} 不是指令；您是指 {word} 吗？
    8d591697 {given} 不是指令；tomato-notify --help 会列出所有指令。
    9d5f030d {given} 不是指令；应为例如 focus {word}，或 tomato-notify --help 列出的指令。
    5638a5d9 缺少值；应为 {name}。
    b388462d “{verb}”不接受时长；请只写 {verb}，要缩短进行中的时间请写 extend -{length}。
    5927ef7d “{verb}”需要时长；应为例如 {verb} 5m。
    f823b90d “rewind”要的是倒回多少，不加正负号；请写 rewind {length}，要缩短请写 extend {given}。
    fbe3ad28 时长给了两次；应只有一个，例如 5m。
    2f31b8f9 守护进程一再离开。
    63433ad7 无法启动 {path}：{reason}。
    f8cb4bdb 无法启动守护进程：{reason}。
    da68661f 无法监看文件夹 {folder} 等待守护进程的通信端：{reason}。
    a49309ab 找不到守护进程 {program}：PATH 是空的。
    0a5e43de 找不到守护进程 {program}：已找过 {names}。
    e7169ef4 守护进程 {program} 没有回报就绪。
    d40bb5a5 守护进程 {program} 没有在 {n} 秒内就绪。
    690d45d8 守护进程 {program} 无法启动：{why}
    79ef494f 守护进程 {program} 以 {n} 结束。
    7708f45a 已启动守护进程，但没有人在 {path} 监听。
    6e0a95a0 询问到的守护进程都正在结束；没有运行任何动作。
    1afbae48 控制通信端的路径太长（超过 107 字节）：{path}
    11257ebf 无法创建通信端：{reason}。
    3f59ae38 无法在 {path} 连上守护进程：{reason}。
    7f79f24d 在 {path} 监听的程序属于系统没有指名的用户；请把 XDG_RUNTIME_DIR 设为您自己的文件夹。
    65cc7909 在 {path} 监听的程序属于另一位用户（uid {owner}），而您是 uid {n}；请以该用户运行 tomato-notify，或把 XDG_RUNTIME_DIR 设为您自己的文件夹。
    74951654 守护进程没有回答。
    d52e546b 守护进程在回答完之前就离开了。
    1eed8ffe 无法理解守护进程的回答：{reason}。
    b11c4f68 不能把控制通信端交给 {path}；应为这位用户的文件夹，权限为 0700，因为既没有 HOME 也没有 XDG_RUNTIME_DIR。
    08ee9e1c 到 {time} 会超过 24 小时；最多 24 小时。
    4b7f7705 停止
    6ee2f34e 已停止
    73056033 显示程序在做什么：activity request build --text compiling。
    1ddc7164 例如：
    4012f4ef 每按一次按钮就有一行
    71efc969 显示新的活动；同一标识符再次请求就是更新。
    40d15baf 1 到 40 个 a-z、0-9、- 和 _ 的字符。
    5063389b 它的名称，最多 80 个字符、240 字节。
    d7e34cbd 主题中的图标，或图片的路径。
    50fcf60d red、blue、yellow、green 或 crimson。
    0871dc62 点击文字时打开的链接。
    82a75e5f 您自己的字词，用来找到它。
    6bc1d2d9 运行此命令的程序结束时，它也就结束。
    694e82ef 这个进程结束时，它也就结束。
    ad3b2a3f 显示它在这里的样子；不会真的请求。
    793802c1 说明有什么新内容；没有提到的保持不变。
    903f8abc 空文本会把它去掉：--text ''。
    fde0b10c 与 request 相同。
    3fc88717 说明它已结束，以及结果如何。
    ddfc0dc1 与 request 相同；或用 --where。
    8a6d8c3b 代替标识符：所有具有此属性的活动。
    054edf5a 它没有成功。
    70d8edb7 显示多久：now、default，或例如 30s；最长 4h。
    67670579 activity end 需要标识符或 --where key=value；请给其中之一。
    b3affbd0 列出所有活动，与 list 相同。
    51f0f74d 打印它的所有者得知的事，每行一个 JSON 对象，直到它消失。
    19a5310b button、opened、hidden、dismissed、stale、ended、lost；各有编号 n。
    2b6ad293 加上 --all：所有程序的活动所显示的内容，与 watch --all --json 相同。
    b1a5cff9 与 request 相同；或 --all。
    4ac97860 到这个编号为止的都已收到。
    e628bd12 所有程序的活动，每行都有其 id。
    a9bf9aa9 无论如何都以 JSON 输出。
    2980b462 activity watch 需要 id 或 --all；应为其中之一。
    3024ab23 --after 是 {n}；应为 0 以上的数字。
    cdf76f66 现在发生的事，最多 200 个字符。
    cc4bfe26 同样的内容，最多 8 个字符，给状态栏用。
    2349b981 进度：41/312、40% 或 unknown；none 会把它去掉。
    b7ce4a5b 何时结束：4m 之后，或在 14:30。
    70f6478b 显示从何时起经过的时间：now 或 14:05。
    3e4135af 标签=链接，或 标签=event:名称。最多四个。
    eaed15c4 不再有按钮。
    b5976a7a 这么久没有更新，就算过时。
    f69e853a 0 到 100：有好几个时，哪一个在前面。
    b3921179 以这个标题提醒注意。
    ce460a7f 所有者的令牌，来自带租约的请求的回答。
    5ab1f45d 与 --alert 一起用：同时发出声音。
    050c5a62 --sound 要与 --alert 一起用。
    e41a60b3 同时给了 --no-buttons 和 --button。
    0915f78f {given} 不是进度；应为例如 41/312、40% 或 unknown。
    aeb3fa8a {option} 是 {given}；应为 {expected}。
    cbb04ad4 text、json、{names}，或模板。
    7758b46b 时间以分钟显示，在阶段的最后一分钟以秒显示。
    59495777 text 和 json 会启动守护进程，也随它结束。其他格式供状态栏使用：它们显示最相关的活动，从不启动守护进程，没有时就等待，没有人读取时结束（share/doc/tomato-notify/bars.m\
    d）。
    58abf51a 模板是带有位置的文本，例如“{icon} {time}”；“{{”和“}}”是花括号。位置有：
    dd905302 ○ 就绪、▶ 进行中、‖ 暂停、✔ 完成
    5ca81c6d 剩下的时间：24 min、0:42；秒表则是经过的时间
    8e7cdbde 专注、短休息……；活动自己的名称
    429d4ee6 就绪、进行中、暂停、完成
    5a262a7b 阶段何时结束：14:35；没有进行时是空的
    73828921 第 1 次，共 4 次
    18439dd1 循环：●◐○○
    bc529ad0 过了多少：0 到 100
    4241d9b1 任务
    896b0ccd 专注 · 14:35 结束
    fb84ae9c pomodoro，或另一个活动的名称
    e0d2bee7 ready、focus、break、paused、completed、urgent
    5da261ab 设置的那个颜色：#ff7a5c
    efc9a00f 给读取 Pango 标记的状态栏的任务
    42343df0 给 tmux 的任务
    41980f92 其他活动：tea 3 min · run 5 min；列出三个名称
    b1faf68c 同上，给读取 Pango 标记的状态栏
    66f501b9 同上，给 tmux
    693266d5 链接之后还有 {n} 个字；应只有链接。
    1747b837 在这个桌面的通知里显示即时动态与番茄钟。
    ebf99f65 时长：25、25m、25 minutes、90s、1h 30m、25:00（分与秒）、1:30:00；1 秒到 24 小时。
    1d232ea3 专注 25 分钟，休息 5 分钟，四次之后休息 15 分钟：用 tomato-notify config 变更。
    55aa9249 退出码：0 完成；1 现在被拒绝（原因在标准错误输出）；64 用法错误；65 链接或值有错；69 无法连上或启动守护进程；74 无法写出输出。wait 的退出码说明阶段如何结束。
    18e36b00 用半分钟在这个桌面上显示一次专注的过程。
    863a8046 开始、暂停、继续、最后几秒、完成、休息：用它自己的计时器。您的计时器不受影响，也不会留下记录。按钮都可以按。按 Enter 或 Ctrl-C 结束。什么都无法显示时退出码为 1。
    286fc403 在这个桌面上显示通知的一种状态。
    bf85b786 这是它自己的计时器：您的不受影响，也不会留下记录，按钮可以按，时间会走。按 Enter 或 Ctrl-C 结束。
    794a53ca 状态，以下其中之一。
    4f75d2c6 这么多秒之后结束。
    ea1b5b20 显示或更改专注进行时是否先留住消息。
    5c6e53eb 不加任何词：status，并说明这个桌面做得到什么。on 与 off 立即生效，进行中的专注也一样；对应的设置是 focus.quiet。暂停时消息照常显示，专注结束也会显示。
    e284b322 on、off 或 status。
    eb203235 --json 要与 status 一起使用：quiet status --json。
    4ebfba31 列出有事发生时运行的您的程序，或试试其中之一。
    412c077c 每一个，以及上次怎么结束
    0e4dde5f 现在以示例数据运行，并显示它做了什么
    7266096a 钩子从标准输入得到一行 JSON，环境里有 TOMATO_EVENT、TOMATO_ACTIVITY、TOMATO_MODE 和 TOMATO_TASK。它有 10 秒。test 的退出码：钩子没有\
    以 0 结束时为 1。
    13f0215e test 和事件，例如 on-start。
    760f1447 检查这个桌面：什么可用、什么不可用，以及该怎么做。
    464c6312 一项一行：ok（正常）、limited（可用，但不是最好）、broken（坏了），或 untested（没有人在这样的桌面上试过，或无法询问）。有东西坏了时退出码为 1。
    41301c18 为其他程序或留存写出记录。
    0cdbd1f0 json 包含一切，import 会原样取回；csv 也是，供电子表格使用。ical 没有休息，timewarrior 只有专注。
    97a5777a json、csv、ical 或 timewarrior。
    14b7ab96 从那时起开始的时段，例如 2026-11-20、monday、7d。
    a743ab24 到那时为止开始的时段，包含当天。
    7c672344 只列这项任务。
    4b5a9085 只列有这个标签的任务。
    6fec670f 要写入的文件；不指定时为标准输出。
    0227c0ce 文件已存在时替换它。
    d2e0860f 把其他程序的记录纳入记录。
    b38a8ab6 文件：gnome-pomodoro 或 Focus Timer 的数据库、Timewarrior 的数据文件或导出文件，以及 export 写出的 json 或 csv。已经有的会略过，所以文件可以再次导入\
    。
    93d33edc 示例：tomato-notify import --dry-run ~/.local/share/focus-timer/database.sqlite
    07492a17 只说明文件里有什么，以及哪些会是新的。
    10465ebd 要读取的文件。
    3811020d 救回损坏的记录中还能读取的内容。
    f528fa17 无法读取的内容取自最新的副本；有记录的每一天都会建立副本。损坏的文件会保留。其间守护进程会结束；下一个命令会再启动它。
    280ee8ba 开始接下来的阶段；也可以 start long-break
    d6a90ea3 为一件任务专注 25 分钟
    c7820f82 以及 resume、skip、reset、stop；pause 5m
    ebcaa121 或 extend -5m；rewind 5m
    aabb411d 撤销损失时间的动作，60 秒内有效
    2ae3bd81 另外一个计时器；stopwatch run
    85ec85fc 什么在进行、到几点；--json
    9d66a3fa 您做了什么；report 是网页
    6301e858 在这个终端里显示，可用按键操作
    57404c77 各项设置，以及如何变更
    fedb2950 这个桌面上什么可用、什么不可用
    80922cb7 时长：25、25m、1h 30m、25:00；或 until 14:30。
    c617055a 更多：tomato-notify help all；单一指令：tomato-notify help start。
    25d01376 用法：
    8b543688 tomato-notify help COMMAND 有更多说明。
    fc9b62df 参数：
    4faf3eed 选项：
    300d9b7b 显示版本。
    ccbcacd1 显示说明。
    c1bbe97d 其下的命令：
    0f2547cb 番茄钟：
    fcedbf2c 另外的计时器与秒表：
    54368910 程序的动态：
    8f375fd2 显示：
    14b57548 询问：
    2d01d561 记录：
    32ba807d 其他：
    388bef14 列出您做了什么：今天或其他日子的时段；也可以更正。
    420372be 今天
    73314dad 供电子表格使用
    74bf639a 列出时段：编号、时间、名称、长度、结果、任务。
    3d155cc0 不加选项时为今天的时段。一天从凌晨四点开始。WHEN 是日子，例如 2026-11-20、yesterday、monday、7d 或 2w（多久以前）；月份，例如 2026-11；或时刻，例如 14:3\
    0 或 "2026-11-20 14:30"。
    c91e28ef 从这一天或这一刻起。
    43b5a3a1 到这一天（含当天）或这一刻为止。
    b579ca0c 本周，从星期一开始。
    3a6457db 本月。
    d66cd59a 所有的记录。
    f864a421 只列这个名称的计时器或秒表。
    acc01cb8 同上，写成选项。
    6939fb96 输出 JSON 数组，一行一个对象。
    4bc27d1a 输出 CSV，含标题行。
    2c1ecbe2 --json 和 --csv 不能同时使用；应只有其中一个。
    1067d96c 加入一个没有计时的时段。
    3df7f4a2 需要 --from、--to、--duration 其中两个；只有 --duration 时，现在就是结束。TIME 例如 9:00（最近一次的九点）、"yesterday 9:00" 或 "2026-11\
    -20 9:00"。
    70e3b9d4 您做了什么，最多 120 个字符。
    b40bd33a focus、short-break 或 long-break；不加时为 focus。
    78720e3d completed、skipped 或 stopped；不加时为 completed。
    aead779e 没有说明是什么时候；应有 --from 和 --to，或 --duration。
    76290fdc 修改一个时段：任务、时间、结果。
    556b758e 只有 --duration 时会移动结束时间。--task '' 会移除任务。TIME 与 log add 相同。
    7ed03987 它的编号，如 log 所示。
    80241ad5 您做了什么。
    fb6b6672 completed、skipped、stopped 或 replaced。
    2ff1628f 没有说明要改什么；应有 --task、--from、--to、--duration 或 --outcome。
    1c793453 从记录中删除时段。
    183c4e91 它们的编号，如 log 所示。
    62be547b 何时开始，例如 9:00。
    68a1fdb0 何时结束。
    1941a36f 计了多久的时间。
    f0c1d7ee 指哪一个计时器，例如 tea；不写就是番茄钟。
    4eb8779b 计时器或秒表的名称；不写就是番茄钟，或唯一可能的那一个。
    c1fb26fa 输出 JSON，一行一个对象。
    ad93d2ad 是多久以前发生的，例如 10m。
    39871b71 发生的时刻，例如 9:30。
    5b1a8376 --ago 和 --since 不能同时使用；应只有其中一个。
    d271e1f6 目前没有任何计时在进行。
    0ad35949 ……还有 {n} 项：tomato-notify list
    3d7eebce 从标准输入读取一行行 JSON，并把事件打印到标准输出。
    bd9a529d {"do":"request","id":"build","name":"Build","progress":[41,312]}
    5cff84e9 {"do":"update","id":"build","progress":[60,312]}
    717ef1f2 {"do":"end","id":"build","text":"312 files"}
    fb710243 输入结束时，所请求的活动也就结束。
    df721e6f 示例：ssh ci deploy --json | tomato-notify activity pipe
    88be33ad 接受各种链接，以及是这台机器上文件的图标。
    208f3f2f 说明程序是否可以显示活动，以及多久能看到一次。
    f86779df 现在输出一行，之后每次变更再输出一行。
    3ef9b93b 不让某个程序显示活动；它现有的会消失。
    2be6cc05 它的名称（例如 make）或路径。
    808f2d0c 让被拒绝的程序再次显示活动。
    b9fce373 与 deny 相同。
    be3df50f 显示什么在进行、还有多久、到几点。
    e79eed60 每次看得见的变化输出一行，直到您结束它。
    d2c2aa3e --format json 的简写。
    39da6cef 每秒一行。
    9adb02d8 所有活动，每行都有其 id。
    de31a425 指哪一个活动；不写就是番茄钟，对状态栏则是最相关的那一个。
    21d0ae51 同时有 --json 和 --format；应只有其中一个。
    ae105c62 等到这个阶段结束；退出码说明如何结束。
    595183a1 0 完成、1 没有可等的、2 跳过、3 停止、4 取代、5 重设。
    60599cd1 列出所有计时器，最相关的在前。
    42e79f8f 结束守护进程；阶段会原样保留。
    d6351fe5 守护进程没有运行时，什么都不必做。
    22e9038e 打开 tomatoclock:// 链接，和浏览器或启动器一样。
    8cd1dde7 只接受会变更或显示内容的链接：这种链接可能来自网页。
    0b0b07a1 有错时也以通知说明；没有链接时显示通知岛。供启动器使用。
    68b854de 链接。
    d5fa11da 缺少链接；应为例如 tomatoclock://pause。
    c547ffbb 在这个终端里显示计时器，可用按键操作。
    dde7157d 按键：p 或空格键暂停、继续或开始；s 跳过；r 重设；u 撤销上一个变更；+ 和 - 增减一分钟；有多个活动时，最相关的以大字显示，1 到 9 和 Tab 选择另一个；? 说明；q 离开，阶段会继续。输出\
    不是终端时：和 watch 相同的各行。
    ec22b0b5 显示或变更登录后计时器是否存在。
    75391cf6 不加文本：状态。登录时它会安静地启动，不会自动开始阶段；用 on --arm 则也会开始专注。off 会一直有效，无论之后安装了什么。
    47552f73 和 on 一起用：登录时开始专注。
    7b535fb8 --arm 要和 on 一起用：autostart on --arm。
    79aff8ea --json 要和 status 一起用：autostart status --json。
    a7b417b9 显示或变更设置。
    77bcab85 所有设置，以及各自的来源
    d6d59b56 立即生效
    84861237 恢复原本的值
    6627be44 用您的编辑器打开文件（$VISUAL 或 $EDITOR）
    b160c44b 那个文件在哪里
    84f2cd23 列出所有键并附说明的文件
    87e21c30 list、get KEY、set KEY VALUE、unset KEY、edit、path 或 --example。
    9fd31e3d config 不接受 {given}；应为 list、get KEY、set KEY VALUE、unset KEY、edit、path 或 --example。
    afd4612b today、week、month、year 或 all；不指定则为最近几周。
    00bc6dfa 从这一天或这一刻起，例如 monday、7d 或 2026-11-20。
    33d6ea4b 时段和 --since 或 --until 都给了；只应有其中一个。
    57cba5d3 统计您做了什么：按天、任务、标签和小时，还有连续天数和目标。
    72bbfa31 最近 4 周的细节
    0526544d 给程序用
    a7241cbb 一天的目标：tomato-notify config set goal.focus-per-day 8
    d6f4b8f0 把您做的画成网页：一年中的每一天、每周的任务、时段，以及专注如何结束。
    a31bca92 网页是单个文件，不加载任何东西。它写到您的下载文件夹并打开，或写到 --output 指定的文件。
    4add5221 所有年份，输出到标准输出
    b96cf564 写到这个文件，不打开任何东西；- 是标准输出。
    e5a28da2 运行命令，并在它耗时较久时显示：track -- make -j8。
    c1a4e649 pv -f image.iso 2>&1 >/dev/sdb | tomato-notify track --stdin Copy
    a2043165 eval "$(tomato-notify track --shell bash)"
    0a5c0d6d 命令照常使用终端，它的退出代码或信号也就是 track 的；127：找不到命令，126：无法运行。显示的内容说明它从何时开始运行，有一个停止它的按钮（SIGTERM），并在结束时说明结果。没有守护进程在运行\
    时，命令照样运行，也不会多说什么。
    a6ca85be 使用 --stdin 时，收到的内容原样传下去；45%、41/312、以回车符结尾的行和 OSC 9;4 序列表示进度。
    5c0dd247 使用 --shell 时，该 shell 中耗时超过 30 秒的命令会在结束时通知；设置 track.ignore 里的除外。
    52ed7457 不到这么久的不显示：10s；使用 --shell 时 30s。0 表示立刻显示。
    25bcb10b 它的名称；没有时就用命令。
    """
  }
}
