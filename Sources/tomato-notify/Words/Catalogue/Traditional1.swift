// What the command says itself, in zh_TW: written by scripts/make-catalogue.py from po/zh_TW.po.

extension Catalogue {
  static var traditionalLines: [String] { [traditional1, traditional2] }

  static var traditional1: String {
    """
    f61383a8 名稱是空的；應為 1 到 80 個字元，最多 240 位元組。
    8fb20165 名稱含有字元 {code}；應為不含控制字元與書寫方向字元的文字。
    2b913442 名稱有 {n} 個位元組；最多 {m} 個。
    33082075 名稱有 {n} 個字元；最多 {m} 個。
    d3910d2f 名稱沒有可見的字元；至少要有一個看得見的字元。
    c9f31d11 {given} 不是連結；應為例如 https://example.org/1，最多 2000 個 ASCII 字元。
    ae743a8e 內含另一個連結的「{scheme}:」連結不會開啟；請改用例如 https:。
    42cc1097 以「{scheme}:」開頭的連結不會開啟；請用別的連結，例如 https:。
    91a8f660 無法寫入標準輸出：{reason}。
    f2f07395 範本裡的「}」之前沒有「{」；要表示這個字元本身請寫「}}」。
    bfccb749 範本 {given} 沒有任何位置；至少需要其中之一：{names}。
    ebe61b38 範本裡的「{」之後沒有「}」；要表示這個字元本身請寫「{{」。
    223e18cb 範本裡有 {given}；應為以下之一：{names}。
    12a84402 範本裡有字元 {code}；應為不含控制字元和方向字元的文字。
    e47d74a0 範本有 {n} 個字元；最多 {m} 個。
    80f59ebe {given} 不是活動；應為 1 到 40 個 a-z、0-9、「-」和「_」的字元。
    64111964 連結後面有定位字元和內容；只有 request、update 和 end 才有內容。
    e20c5d8c 內容有 {n} 位元組；最多 {m} 位元組。
    3cc808ce 內容寫成 JSON 有 {n} 位元組；最多 {m} 位元組。
    b97b96eb 沒有屬於您的行程 {n}；應為執行中行程的編號。
    32ac0d7e 內容不是有效的 UTF-8；應為 UTF-8 的 JSON 物件。
    421397b8 內容不是 JSON：{reason}。
    326f3568 內容不是物件；應為例如 {example}。
    181aa406 內容裡有類型為 {given} 的值；應為文字、數字、清單和字典。
    fd97b312 內容裡有成員 {given}；只能有：{names}。
    a816f363 成員「{item}」是 {given}；應為 {what}。
    dd3cae2d 成員「{item}」裡有字元 {code}；應為不含控制字元和方向字元的文字。
    47d5632a 成員「{item}」有 {n} 個位元組；最多 {m} 個。
    6d9e632d 成員「{item}」有 {n} 個字元；最多 {m} 個。
    a62fcbb1 有兩個按鈕做同一件事；每個按鈕應有不同的 event 或 url。
    68c0a91e {given} 不是事件名稱；應為 1 到 40 個 a-z、0-9、「-」和「_」的字元。
    ee53fde4 事件 {given} 是保留的名稱；請用別的名稱。
    dd39b497 成員「{item}」沒有可見的字元；至少要有一個看得見的字元。
    081ec094 「log/add」沒有說明是什麼時候；應有「from」、「to」、「duration」其中兩個。
    f7739485 「log/edit」只用於一個時段；應以「rows」給出它的編號。
    87e96550 「log/edit」沒有說明要改什麼；應有 task、from、to、duration 或 outcome。
    d93e08f3 「log/delete」沒有指定時段；應以「rows」給出編號。
    2a484e0a {given} 不是時段的編號；應為「tomato-notify log」所顯示的編號。
    a4bbc6a0 指定了 {n} 個時段；最多 {m} 個。
    c9f54ec4 {given} 不是結果；應為 completed、skipped、stopped 或 replaced。
    08833958 {given} 不是階段種類；應為 focus、short-break 或 long-break。
    8d2c3dcd {given} 超出範圍；應為 1s 到 24h 的時間長度。
    6e1740f4 時間長度是空的；應為例如 90s、25m、1h30m、25:00、1:30:00，或以 25 表示分鐘，從 1s 到 24h。
    62c9b827 {given} 不是時間長度；應為例如 90s、25m、1h30m、25:00、1:30:00，或以 25 表示分鐘，從 1s 到 24h。
    ac504210 連結不是有效的 UTF-8；應為 UTF-8 文字。
    35a88167 任務裡有字元 {code}；應為不含控制字元和方向字元的文字。
    da83db1c 任務有 {n} 位元組；最多 {m} 位元組。
    6fe4a0df 任務有 {n} 個字元；最多 {m} 個。
    0d8f6eb7 連結有 {n} 位元組；最多 {m} 位元組。
    c3de7721 「{word}」是給程式用的，經由控制通訊端或 D-Bus；應為動詞：{names}。
    05beffda 「{word}」後面有 {given}；不應有路徑。
    7b768c6b 「log」後面是 {given}；應為 /add、/edit、/delete，或什麼都沒有。
    75eebc72 連結沒有動詞；應為例如 tomatoclock://pause。
    94441e93 {given} 是命令的字，不是連結；應為動詞：{names}。
    b63e5754 {given} 指名了使用者；應只有動詞。
    974f9bc0 {given} 指名了連接埠；應只有動詞。
    469e70e9 {given} 不是動詞；應為小寫：「{word}」。
    8ad9d265 {given} 不是動詞；應為以下之一：{names}。
    18c79b6b {given} 不是這個程式的連結；應為例如 tomatoclock://pause。
    5f7c4c15 連結裡有控制字元（{code}）；不可以有，百分號編碼的也不行。
    2a944d87 連結裡有空格；請改寫成 %20。
    32a3b99b 連結裡有以「#」開頭的片段；不可以有，要表示「#」字元請寫 %23。
    cd18ed8b 連結裡有字元「{given}」；請改寫成 {code}。
    f9b798b3 「{word}」是給控制通訊端的詢問；應為動詞：{names}。
    9e7ce845 「start」後面有 {given}；應為下列之一：{names}。
    1848029a 連結裡有空的項目；「?」和每個「&」之後應為 name=value。
    d1375148 項目「{item}」沒有值；應為 {item}=value。
    a80aaf72 項目「{item}」出現了兩次；應只有一次。
    96e41ac3 項目 {given} 只能經由控制通訊端使用；連結裡不應有它。
    77df6470 「{word}」不接受項目 {given}；只接受：{names}。
    6a99fa56 任務沒有可見的字元；至少要有一個看得見的字元，或者完全不寫文字。
    366a1995 項目「all」為 {given}；應為 1 或 programs。
    012b2d7c 連結同時有「all」和「activity」；只能有其中一個。
    56f99bab 「all」搭配了只有一行的格式；應為 text 或 json。
    e10092b3 項目「format」是 {given}；應為 text、json 或 island。
    fd484357 項目「format」是 {given}；應為 {names} 或 template。
    b2cb598e 有項目「template」，但沒有「format=template」；兩者都要有。
    bb9bd6fa 有「format=template」，但沒有項目「template」；兩者都要有。
    24d6d29b 連結裡同時有「duration」和「minutes」；應只有其中一個。
    905f0f8b 項目「{item}」有誤：{reason}
    814ea5f9 項目「{item}」是 {given}；應為 {first} 到 {last} 的整數，沒有正負號，也沒有開頭的零。
    890bcfac 項目「{item}」是 {given}；應為 1，或不要這個項目。
    b967262b 有項目「after」而沒有「activity」；兩者應同時出現。
    430bfad6 連結同時有 'duration' 與 'until'；只能有其中一個。
    ca7f9e75 「{word}」需要項目「by」；應為例如 by=5m。
    3a202c6c 「rewind」有 {given}；應為正的時間長度。
    3bb4ee2b 「{item}」的值裡有 {given}；應為「%」和兩個十六進位數字，或以 %25 表示「%」。
    4af8505d 「{item}」的百分號編碼值不是有效的 UTF-8；應為 UTF-8 文字。
    cdfd5f1a 名稱給了兩次；請只用文字或 --activity 其中一種。
    aa7a8480 任務給了兩次；請只用文字或 --task 其中一種。
    ff1672b8 {given} 看起來是時間長度，不像名稱；應為一個時間長度和一個名稱，例如 timer 4m tea。
    6e3f4711 碼錶是往上計時，不需要時間長度；要倒數請寫 timer {length}。
    eaa688fc {given} 可能有兩種意思；請寫 {first}，或 {second}。
    6da2d926 時間長度給了兩次；應只有一個，例如 25m。
    3bd2da3c 提醒需要時間；應為例如 remind me in 10m to call，或 remind me at 14:30 to call。
    f4811f38 {given} 不是時刻；應為例如 until 14:30，或 {way}。
    4a37b0e0 {given} 帶有正負號，只有 extend 接受；請寫 {verb} {length}，或 extend {given}。
    0074e980 {given} 很像時間長度，但不是；應為例如 90s、25m 或 1h30m，或 {way}。
    80f01b80 {given} 可能是 {first}，也可能是 {last}；請寫明其中一個。
    e7b94141 缺少動詞；應為例如 status，或 --help。
    5be90fd3 {given} 不是指令；要計時器請寫 timer {length} {word}，要專注請寫 focus {length} {word}。
    354d8c91 {given} 不是指令；您是指 {word} 嗎？
    8d591697 {given} 不是指令；tomato-notify --help 會列出所有指令。
    9d5f030d {given} 不是指令；應為例如 focus {word}，或 tomato-notify --help 列出的指令。
    5638a5d9 缺少值；應為 {name}。
    b388462d 「{verb}」不接受時間長度；請只寫 {verb}，要縮短進行中的時間請寫 extend -{length}。
    5927ef7d 「{verb}」需要時間長度；應為例如 {verb} 5m。
    f823b90d 「rewind」要的是倒回多少，不加正負號；請寫 rewind {length}，要縮短請寫 extend {given}。
    fbe3ad28 時間長度給了兩次；應只有一個，例如 5m。
    2f31b8f9 常駐程式一再離開。
    63433ad7 無法啟動 {path}：{reason}。
    f8cb4bdb 無法啟動常駐程式：{reason}。
    da68661f 無法監看資料夾 {folder} 等待常駐程式的通訊端：{reason}。
    a49309ab 找不到常駐程式 {program}：PATH 是空的。
    0a5e43de 找不到常駐程式 {program}：已找過 {names}。
    e7169ef4 常駐程式 {program} 沒有回報就緒。
    d40bb5a5 常駐程式 {program} 沒有在 {n} 秒內就緒。
    690d45d8 常駐程式 {program} 無法啟動：{why}
    79ef494f 常駐程式 {program} 以 {n} 結束。
    7708f45a 已啟動常駐程式，但沒有人在 {path} 聆聽。
    6e0a95a0 詢問到的常駐程式都正在結束；沒有執行任何動作。
    1afbae48 控制通訊端的路徑太長（超過 107 位元組）：{path}
    11257ebf 無法建立通訊端：{reason}。
    3f59ae38 無法在 {path} 連上常駐程式：{reason}。
    7f79f24d 在 {path} 聆聽的程式屬於系統沒有指名的使用者；請把 XDG_RUNTIME_DIR 設為您自己的資料夾。
    65cc7909 在 {path} 聆聽的程式屬於另一位使用者（uid {owner}），而您是 uid {n}；請以該使用者執行 tomato-notify，或把 XDG_RUNTIME_DIR 設為您自己的資料夾。
    74951654 常駐程式沒有回答。
    d52e546b 常駐程式在回答完之前就離開了。
    1eed8ffe 無法理解常駐程式的回答：{reason}。
    b11c4f68 不能把控制通訊端交給 {path}；應為這位使用者的資料夾，權限為 0700，因為既沒有 HOME 也沒有 XDG_RUNTIME_DIR。
    08ee9e1c 到 {time} 會超過 24 小時；最多 24 小時。
    4b7f7705 停止
    6ee2f34e 已停止
    73056033 顯示程式在做什麼：activity request build --text compiling。
    1ddc7164 例如：
    4012f4ef 每按一次按鈕就有一行
    71efc969 顯示新的活動；同一識別碼再次要求就是更新。
    40d15baf 1 到 40 個 a-z、0-9、- 和 _ 的字元。
    5063389b 它的名稱，最多 80 個字元、240 位元組。
    d7e34cbd 佈景主題的圖示，或圖片的路徑。
    50fcf60d red、blue、yellow、green 或 crimson。
    0871dc62 點一下文字時開啟的連結。
    82a75e5f 您自己的字詞，用來找到它。
    6bc1d2d9 執行這個指令的程式結束時，它也就結束。
    694e82ef 這個行程結束時，它也就結束。
    ad3b2a3f 顯示它在這裡的樣子；不會真的要求。
    793802c1 說明有什麼新內容；沒有提到的維持不變。
    903f8abc 空的文字會把它拿掉：--text ''。
    fde0b10c 與 request 相同。
    3fc88717 說明它已結束，以及結果如何。
    ddfc0dc1 與 request 相同；或用 --where。
    8a6d8c3b 代替識別碼：所有具有這個屬性的活動。
    054edf5a 它沒有成功。
    70d8edb7 顯示多久：now、default，或例如 30s；最長 4h。
    67670579 activity end 需要識別碼或 --where key=value；請給其中之一。
    b3affbd0 列出所有活動，與 list 相同。
    51f0f74d 印出它的擁有者得知的事，每行一個 JSON 物件，直到它消失。
    19a5310b button、opened、hidden、dismissed、stale、ended、lost；各有編號 n。
    2b6ad293 加上 --all：所有程式的活動所顯示的內容，與 watch --all --json 相同。
    b1a5cff9 與 request 相同；或 --all。
    4ac97860 到這個編號為止的都已收到。
    e628bd12 所有程式的活動，每行都有其 id。
    a9bf9aa9 無論如何都以 JSON 輸出。
    2980b462 activity watch 需要 id 或 --all；應為其中之一。
    3024ab23 --after 是 {n}；應為 0 以上的數字。
    cdf76f66 現在發生的事，最多 200 個字元。
    cc4bfe26 同樣的內容，最多 8 個字元，給狀態列用。
    2349b981 進度：41/312、40% 或 unknown；none 會把它拿掉。
    b7ce4a5b 何時結束：4m 之後，或在 14:30。
    70f6478b 顯示從何時起經過的時間：now 或 14:05。
    3e4135af 標籤=連結，或 標籤=event:名稱。最多四個。
    eaed15c4 不再有按鈕。
    b5976a7a 這麼久沒有更新，就算過時。
    f69e853a 0 到 100：有好幾個時，哪一個在前面。
    b3921179 以這個標題提醒注意。
    ce460a7f 擁有者的權杖，來自帶租約的要求的回答。
    5ab1f45d 與 --alert 一起用：同時發出聲音。
    050c5a62 --sound 要與 --alert 一起用。
    e41a60b3 同時給了 --no-buttons 和 --button。
    0915f78f {given} 不是進度；應為例如 41/312、40% 或 unknown。
    aeb3fa8a {option} 是 {given}；應為 {expected}。
    cbb04ad4 text、json、{names}，或範本。
    7758b46b 時間以分鐘顯示，在階段的最後一分鐘以秒顯示。
    59495777 text 和 json 會啟動常駐程式，也隨它結束。其他格式供狀態列使用：它們顯示最相關的活動，從不啟動常駐程式，沒有時就等待，沒有人讀取時結束（share/doc/tomato-notify/bars.m\
    d）。
    58abf51a 範本是帶有位置的文字，例如「{icon} {time}」；「{{」和「}}」是大括號。位置有：
    dd905302 ○ 就緒、▶ 進行中、‖ 暫停、✔ 完成
    5ca81c6d 剩下的時間：24 min、0:42；碼錶則是經過的時間
    8e7cdbde 專注、短休息……；活動自己的名稱
    429d4ee6 就緒、進行中、暫停、完成
    5a262a7b 階段何時結束：14:35；沒有進行時是空的
    73828921 第 1 次，共 4 次
    18439dd1 循環：●◐○○
    bc529ad0 過了多少：0 到 100
    4241d9b1 任務
    896b0ccd 專注 · 14:35 結束
    fb84ae9c pomodoro，或另一個活動的名稱
    e0d2bee7 ready、focus、break、paused、completed、urgent
    5da261ab 設定的那個顏色：#ff7a5c
    efc9a00f 給讀取 Pango 標記的狀態列的任務
    42343df0 給 tmux 的任務
    41980f92 其他活動：tea 3 min · run 5 min；列出三個名稱
    b1faf68c 同上，給讀取 Pango 標記的狀態列
    66f501b9 同上，給 tmux
    693266d5 連結之後還有 {n} 個字；應只有連結。
    1747b837 在這個桌面的通知裡顯示即時動態與番茄鐘。
    ebf99f65 時間長度：25、25m、25 minutes、90s、1h 30m、25:00（分與秒）、1:30:00；1 秒到 24 小時。
    1d232ea3 專注 25 分鐘，休息 5 分鐘，四次之後休息 15 分鐘：用 tomato-notify config 變更。
    55aa9249 結束碼：0 完成；1 現在被拒絕（原因在標準錯誤）；64 用法錯誤；65 連結或值有錯；69 無法連上或啟動常駐程式；74 無法寫出輸出。wait 的結束碼說明階段如何結束。
    18e36b00 用半分鐘在這個桌面上顯示一次專注的過程。
    863a8046 開始、暫停、繼續、最後幾秒、完成、休息：用它自己的計時器。您的計時器不受影響，也不會留下記錄。按鈕都可以按。按 Enter 或 Ctrl-C 結束。什麼都無法顯示時結束碼為 1。
    286fc403 在這個桌面上顯示通知的一種狀態。
    bf85b786 這是它自己的計時器：您的不受影響，也不會留下記錄，按鈕可以按，時間會走。按 Enter 或 Ctrl-C 結束。
    794a53ca 狀態，以下其中之一。
    4f75d2c6 這麼多秒之後結束。
    ea1b5b20 顯示或變更專注進行時是否先留住訊息。
    5c6e53eb 不加任何詞：status，並說明這個桌面做得到什麼。on 與 off 立即生效，進行中的專注也一樣；對應的設定是 focus.quiet。暫停時訊息照常顯示，專注結束也會顯示。
    e284b322 on、off 或 status。
    eb203235 --json 要與 status 一起使用：quiet status --json。
    4ebfba31 列出有事發生時執行的您的程式，或試試其中之一。
    412c077c 每一個，以及上次怎麼結束
    0e4dde5f 現在以範例資料執行，並顯示它做了什麼
    7266096a 掛鉤從標準輸入得到一行 JSON，環境裡有 TOMATO_EVENT、TOMATO_ACTIVITY、TOMATO_MODE 和 TOMATO_TASK。它有 10 秒。test 的結束碼：掛鉤沒有\
    以 0 結束時為 1。
    13f0215e test 和事件，例如 on-start。
    760f1447 檢查這個桌面：什麼可用、什麼不可用，以及該怎麼做。
    464c6312 一項一行：ok（正常）、limited（可用，但不是最好）、broken（壞了），或 untested（沒有人在這樣的桌面上試過，或無法詢問）。有東西壞了時結束碼為 1。
    41301c18 為其他程式或留存寫出記錄。
    0cdbd1f0 json 包含一切，import 會原樣取回；csv 也是，供試算表使用。ical 沒有休息，timewarrior 只有專注。
    97a5777a json、csv、ical 或 timewarrior。
    14b7ab96 從那時起開始的時段，例如 2026-11-20、monday、7d。
    a743ab24 到那時為止開始的時段，包含當天。
    7c672344 只列這項任務。
    4b5a9085 只列有這個標籤的任務。
    6fec670f 要寫入的檔案；不指定時為標準輸出。
    0227c0ce 檔案已存在時取代它。
    d2e0860f 把其他程式的記錄納入記錄。
    b38a8ab6 檔案：gnome-pomodoro 或 Focus Timer 的資料庫、Timewarrior 的資料檔或匯出檔，以及 export 寫出的 json 或 csv。已經有的會略過，所以檔案可以再次匯入。
    93d33edc 範例：tomato-notify import --dry-run ~/.local/share/focus-timer/database.sqlite
    07492a17 只說明檔案裡有什麼，以及哪些會是新的。
    10465ebd 要讀取的檔案。
    3811020d 救回損壞的記錄中還能讀取的內容。
    f528fa17 無法讀取的內容取自最新的副本；有記錄的每一天都會建立副本。損壞的檔案會保留。其間常駐程式會結束；下一個命令會再啟動它。
    280ee8ba 開始接下來的階段；也可以 start long-break
    d6a90ea3 為一件任務專注 25 分鐘
    c7820f82 以及 resume、skip、reset、stop；pause 5m
    ebcaa121 或 extend -5m；rewind 5m
    aabb411d 復原損失時間的動作，60 秒內有效
    2ae3bd81 另外一個計時器；stopwatch run
    85ec85fc 什麼在進行、到幾點；--json
    9d66a3fa 您做了什麼；report 是網頁
    6301e858 在這個終端機裡顯示，可用按鍵操作
    57404c77 各項設定，以及如何變更
    fedb2950 這個桌面上什麼可用、什麼不可用
    80922cb7 時間長度：25、25m、1h 30m、25:00；或 until 14:30。
    c617055a 更多：tomato-notify help all；單一指令：tomato-notify help start。
    25d01376 用法：
    8b543688 tomato-notify help COMMAND 有更多說明。
    fc9b62df 引數：
    4faf3eed 選項：
    300d9b7b 顯示版本。
    ccbcacd1 顯示說明。
    c1bbe97d 其下的指令：
    0f2547cb 番茄鐘：
    fcedbf2c 另外的計時器與碼錶：
    54368910 程式的動態：
    8f375fd2 顯示：
    14b57548 詢問：
    2d01d561 記錄：
    32ba807d 其他：
    388bef14 列出您做了什麼：今天或其他日子的時段；也可以更正。
    420372be 今天
    73314dad 供試算表使用
    74bf639a 列出時段：編號、時間、名稱、長度、結果、任務。
    3d155cc0 不加選項時為今天的時段。一天從凌晨四點開始。WHEN 是日子，例如 2026-11-20、yesterday、monday、7d 或 2w（多久以前）；月份，例如 2026-11；或時刻，例如 14:3\
    0 或 "2026-11-20 14:30"。
    c91e28ef 從這一天或這一刻起。
    43b5a3a1 到這一天（含當天）或這一刻為止。
    b579ca0c 本週，從星期一開始。
    3a6457db 本月。
    d66cd59a 所有的記錄。
    f864a421 只列這個名稱的計時器或碼錶。
    acc01cb8 同上，寫成選項。
    6939fb96 輸出 JSON 陣列，一行一個物件。
    4bc27d1a 輸出 CSV，含標題列。
    2c1ecbe2 --json 和 --csv 不能同時使用；應只有其中一個。
    1067d96c 加入一個沒有計時的時段。
    3df7f4a2 需要 --from、--to、--duration 其中兩個；只有 --duration 時，現在就是結束。TIME 例如 9:00（最近一次的九點）、"yesterday 9:00" 或 "2026-11\
    -20 9:00"。
    70e3b9d4 您做了什麼，最多 120 個字元。
    b40bd33a focus、short-break 或 long-break；不加時為 focus。
    78720e3d completed、skipped 或 stopped；不加時為 completed。
    aead779e 沒有說明是什麼時候；應有 --from 和 --to，或 --duration。
    76290fdc 修改一個時段：任務、時間、結果。
    556b758e 只有 --duration 時會移動結束時間。--task '' 會移除任務。TIME 與 log add 相同。
    7ed03987 它的編號，如 log 所示。
    80241ad5 您做了什麼。
    fb6b6672 completed、skipped、stopped 或 replaced。
    2ff1628f 沒有說明要改什麼；應有 --task、--from、--to、--duration 或 --outcome。
    1c793453 從記錄中刪除時段。
    183c4e91 它們的編號，如 log 所示。
    62be547b 何時開始，例如 9:00。
    68a1fdb0 何時結束。
    1941a36f 計了多久的時間。
    f0c1d7ee 指哪一個計時器，例如 tea；不寫就是番茄鐘。
    4eb8779b 計時器或碼錶的名稱；不寫就是番茄鐘，或唯一可能的那一個。
    c1fb26fa 輸出 JSON，一行一個物件。
    ad93d2ad 是多久以前發生的，例如 10m。
    39871b71 發生的時刻，例如 9:30。
    5b1a8376 --ago 和 --since 不能同時使用；應只有其中一個。
    d271e1f6 目前沒有任何計時在進行。
    0ad35949 ……還有 {n} 項：tomato-notify list
    3d7eebce 從標準輸入讀取一行行 JSON，並把事件印到標準輸出。
    bd9a529d {"do":"request","id":"build","name":"Build","progress":[41,312]}
    5cff84e9 {"do":"update","id":"build","progress":[60,312]}
    717ef1f2 {"do":"end","id":"build","text":"312 files"}
    fb710243 輸入結束時，所要求的活動也就結束。
    df721e6f 範例：ssh ci deploy --json | tomato-notify activity pipe
    88be33ad 接受各種連結，以及是這台機器上檔案的圖示。
    208f3f2f 說明程式是否可以顯示活動，以及多常看得到。
    f86779df 現在印一行，之後每次變更再印一行。
    3ef9b93b 不讓某個程式顯示活動；它現有的會消失。
    2be6cc05 它的名稱（例如 make）或路徑。
    808f2d0c 讓被拒絕的程式再次顯示活動。
    b9fce373 與 deny 相同。
    be3df50f 顯示什麼在進行、還有多久、到幾點。
    e79eed60 每次看得見的變化輸出一行，直到您結束它。
    d2c2aa3e --format json 的簡寫。
    39da6cef 每秒一行。
    9adb02d8 所有活動，每行都有其 id。
    de31a425 指哪一個活動；不寫就是番茄鐘，對狀態列則是最相關的那一個。
    21d0ae51 同時有 --json 和 --format；應只有其中一個。
    ae105c62 等到這個階段結束；結束碼說明如何結束。
    595183a1 0 完成、1 沒有可等的、2 跳過、3 停止、4 取代、5 重設。
    60599cd1 列出所有計時器，最相關的在前。
    42e79f8f 結束常駐程式；階段會原樣保留。
    d6351fe5 常駐程式沒有執行時，什麼都不必做。
    22e9038e 開啟 tomatoclock:// 連結，和瀏覽器或啟動器一樣。
    8cd1dde7 只接受會變更或顯示內容的連結：這種連結可能來自網頁。
    0b0b07a1 有錯時也以通知說明；沒有連結時顯示通知島。供啟動器使用。
    68b854de 連結。
    d5fa11da 缺少連結；應為例如 tomatoclock://pause。
    c547ffbb 在這個終端機裡顯示計時器，可用按鍵操作。
    dde7157d 按鍵：p 或空白鍵暫停、繼續或開始；s 跳過；r 重設；u 復原上一個變更；+ 和 - 增減一分鐘；有多個活動時，最相關的以大字顯示，1 到 9 和 Tab 選擇另一個；? 說明；q 離開，階段會繼續。輸出\
    不是終端機時：和 watch 相同的各行。
    ec22b0b5 顯示或變更登入後計時器是否存在。
    75391cf6 不加文字：狀態。登入時它會安靜地啟動，不會自動開始階段；用 on --arm 則也會開始專注。off 會一直有效，無論之後安裝了什麼。
    47552f73 和 on 一起用：登入時開始專注。
    7b535fb8 --arm 要和 on 一起用：autostart on --arm。
    79aff8ea --json 要和 status 一起用：autostart status --json。
    a7b417b9 顯示或變更設定。
    77bcab85 所有設定，以及各自的來源
    d6d59b56 立即生效
    84861237 恢復原本的值
    6627be44 用您的編輯器開啟檔案（$VISUAL 或 $EDITOR）
    b160c44b 那個檔案在哪裡
    84f2cd23 列出所有鍵並附說明的檔案
    87e21c30 list、get KEY、set KEY VALUE、unset KEY、edit、path 或 --example。
    9fd31e3d config 不接受 {given}；應為 list、get KEY、set KEY VALUE、unset KEY、edit、path 或 --example。
    afd4612b today、week、month、year 或 all；不指定則為最近幾週。
    00bc6dfa 從這一天或這一刻起，例如 monday、7d 或 2026-11-20。
    33d6ea4b 時段和 --since 或 --until 都給了；只應有其中一個。
    57cba5d3 統計您做了什麼：按天、任務、標籤和小時，還有連續天數和目標。
    72bbfa31 最近 4 週的細節
    0526544d 給程式用
    a7241cbb 一天的目標：tomato-notify config set goal.focus-per-day 8
    d6f4b8f0 把您做的畫成網頁：一年中的每一天、每週的任務、時段，以及專注如何結束。
    a31bca92 網頁是單一檔案，不載入任何東西。它寫到您的下載資料夾並開啟，或寫到 --output 指定的檔案。
    4add5221 所有年份，輸出到標準輸出
    b96cf564 寫到這個檔案，不開啟任何東西；- 是標準輸出。
    e5a28da2 執行指令，並在它費時較久時顯示：track -- make -j8。
    c1a4e649 pv -f image.iso 2>&1 >/dev/sdb | tomato-notify track --stdin Copy
    a2043165 eval "$(tomato-notify track --shell bash)"
    0a5c0d6d 指令照常使用終端機，它的結束代碼或訊號也就是 track 的；127：找不到指令，126：無法執行。顯示的內容說明它從何時開始執行，有一個停止它的按鈕（SIGTERM），並在結束時說明結果。沒有常駐程式在執\
    行時，指令照樣執行，也不會多說什麼。
    a6ca85be 使用 --stdin 時，收到的內容原樣傳下去；45%、41/312、以歸位字元結尾的行和 OSC 9;4 序列表示進度。
    5c0dd247 使用 --shell 時，該殼層中費時超過 30 秒的指令會在結束時通知；設定 track.ignore 裡的除外。
    52ed7457 不到這麼久的不顯示：10s；使用 --shell 時 30s。0 表示立刻顯示。
    25bcb10b 它的名稱；沒有時就用指令。
    8be8b576 以這個名稱跟隨標準輸入的內容。
    """
  }
}
