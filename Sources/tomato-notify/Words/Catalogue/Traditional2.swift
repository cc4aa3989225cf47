// What the command says itself, in zh_TW: written by scripts/make-catalogue.py from po/zh_TW.po.

extension Catalogue {
  static var traditional2: String {
    """
    f7c5bb09 印出給殼層執行的內容：bash、zsh 或 fish。
    dd7b63e5 指令及其引數。
    d27e2a8b {given} 不是殼層；應為 bash、zsh 或 fish。
    00b20dab 缺少指令；應為例如 track -- make -j8。
    798fde0d 應為指令、--stdin 和 --shell 其中之一。
    4460c7ce 未知的選項 {given}；同名的指令前面要加 --。
    6ac6eab6 --name 要與指令一起用。
    5e0161ee --icon 不能與 --shell 一起用。
    2bc2156f --ended 是給 track --shell 印出的內容用的。
    c0c1d562 第 {n} 個引數不是有效的 UTF-8；應為 UTF-8 文字。
    b66782ba {given} 不是格式；應為 {names}，或像「{text}」這樣的範本。
    11755d8e --until {time} 在 12 小時以後；是明天 {time} 嗎？請寫 --duration {length}。
    22ef9d34 --until {time} 在 12 小時以後；是今天 {time} 嗎？請寫 --duration {length}。
    be32ac86 {given} 不是時刻；應為例如 14:30。
    bff201d5 {option} {given} 不是時間；例如 9:00、"yesterday 9:00" 或 "2026-11-20 9:00"。
    498fae74 沒有選項 {given}；您是指 {name} 嗎？
    7f715f5c 這裡沒有選項 {given}；tomato-notify {verb}--help 會列出選項。
    fd3fa46a 這裡不應有 {given}；tomato-notify {verb}--help 會列出可用的。
    fea1448d 缺少內容；應為 {name}，請看 tomato-notify {verb}--help。
    5f4f4159 {given} 不能作為 {name} 的值；tomato-notify {verb}--help 會列出可用的。
    c9c37481 選項 {given} 不接受值；應只寫它本身。
    0e8c3923 --duration 和 --until 不能同時使用；應只有其中一個。
    f78a0b82 多久，例如 25m；不寫就依設定。
    85c25e55 您在做什麼，最多 120 個字元。
    4f3a5262 離開進行中或暫停的階段，和 skip 一樣。
    71b62364 到這個時刻為止，例如 14:30；最多 12 小時以後。
    9cf0af93 60 秒內可以用 tomato-notify undo 復原。
    98edd502 開始就緒或接下來的階段，或繼續暫停的階段。
    9bbb47bc 接下來的專注或休息
    30d884d1 這種階段
    35c6680a 那個名稱的計時器或碼錶
    ae04cd3e 您十分鐘前就開始了
    98c591cb 離開現在進行的，不計入
    8d975c9f 階段種類：focus、short-break 或 long-break；不寫就是接下來的那一種。
    a0683e51 開始專注；有階段進行或暫停時只顯示它。
    75ef2d8d 開始接下來的休息，短的或長的。
    68c12316 專注進行或暫停時會被拒絕，除非加上 --replace。
    b77a839f 暫停進行中的階段；pause 5m 會在 5 分鐘後詢問。
    487d57a2 不會自行繼續：時間一到，會有通知詢問，附「繼續」和「+5 分鐘」。
    ea7a28cf 直到您繼續
    cc644e7b 並在五分鐘後詢問
    41172da4 計時器 tea，到時詢問
    86f9f579 過這麼久後詢問，例如 5m。
    212a3926 在這個時刻詢問，例如 14:30。
    59add56d 繼續暫停的階段。
    100d9e53 暫停進行中的、繼續暫停的，否則開始。
    2badc5ad 不計入這個階段，進到下一個。
    92513997 把這個階段重設到開頭，不進行。
    34ba0292 結束計時：它的通知會關閉，下一次 start 會開始專注。
    56e39569 結束番茄鐘與每個計時器、碼錶。
    671776ff 同時有 --all 和名稱；應只有其中一個。
    b7beab23 為這個階段增加時間：5m；或減少：-5m。
    06799cff 階段完成之後，它會再進行這麼久。
    86c02da8 多少，例如 5m 或 -5m；以及計時器的名稱。
    e8148864 倒回不該計入的時間：5m。
    0c633e21 您被叫走而時間繼續走：這麼多要重來。
    f2794a96 多少，例如 5m；以及計時器的名稱。
    d4919605 在 60 秒內收回上一次的重設、跳過、停止、倒回、縮短、取代或扣除（takeoff）。
    5dfdf5fb 表示您要離開；回來時專注會詢問這段時間是否計入。
    1b282a63 桌面會自己通知（tomato-notify doctor 會說用哪種方式）；不會的地方可以用 swayidle：
    fada1f04 swayidle timeout 300 'tomato-notify away --ago 5m' resume 'tomato-notify back'
    d9348883 設定 away.then = pause（tomato-notify config）時，改為暫停專注。
    39c4bde7 表示您回來了。
    e433cf45 您離開的時間算數；沒有回答時也是如此。
    34828a0c 您離開的時間不算。
    8d74ac99 在番茄鐘之外開始一個計時器：timer 4m tea。
    8d602388 再打一次還是同一個計時器，不會有第二個
    5923b982 和上一個同名的一樣長
    caaa7234 就在那個時刻，無論時鐘與電腦如何
    aa954718 還有 resume、extend tea 1m、stop tea、stop --all
    fae7e27c 加上 --wait 時，結束碼和 wait 相同。
    bb664e5d 多久，例如 4m，以及最多 80 個字元、240 位元組的名稱。
    12dd2969 和文字裡的時間長度相同。
    09aad98e 已有同名的計時器時，重新開始。
    134e3119 等到它結束。
    3ae53909 開始一個碼錶：stopwatch run。
    d6ed68ed 停止後會顯示總時間與各圈，直到您關閉它。
    c857defe 最多 80 個字元、240 位元組的名稱。
    f17342e0 已有同名的碼錶時，重新開始。
    a1636a14 為進行中的碼錶計圈。
    7834a2b5 status、list 和 log 會顯示各圈；加上 --json 則是全部，以秒計。
    5ada6294 再次顯示通知。
    d7b240dd 關閉通知；計時會繼續。
    ab3ec782 階段會繼續。要暫停：tomato-notify pause
    9f1fe320 階段維持暫停。要繼續：tomato-notify resume
    b6fb2ec7 沒有進行中的階段。要開始：tomato-notify start
    eccb7294 常駐程式離開了；正在重新啟動……
    13c0e8a7 截至 {time}：常駐程式已結束。按 p 重新啟動，按 q 離開。
    12c7a7ec 那一個已經結束。
    aa986bbb 連線中……
    8aff6515 p 暫停
    06018852 p 繼續
    abd71f87 p 開始
    3e4ee41d s 跳過
    2f36869e r 重設
    b59d1c3e u 復原
    f57a1296 +/- 分鐘
    43b4adcf Tab 其他
    08b2e7bb q 離開
    ae364555 p 或空白鍵：暫停、繼續、開始 · s 跳過 · r 重設 · u 復原 · + - 一分鐘 · 1-9 Tab 選另一個 · q 離開
    276036e3 無法理解常駐程式的回答：有一行不是通知島的內容。
    b4d3aec9 這一行有 {n} 位元組；最多 {m} 位元組。
    a7eb745d 這一行不是 JSON；應為一個 JSON 物件。
    51cf39a0 這一行不是 JSON 物件；應為例如 {example}。
    5085900a 這一行缺少成員 {given}；應為例如 {example}。
    2da13754 成員「do」不是 request、update 或 end。
    59450bb6 成員「id」不是文字。
    2f954c78 圖示是檔案，管道只有加上 --trust 才接受；應為圖示的名稱。
    d04a0f05 {given} 不是 https: 連結；其他連結，管道只有加上 --trust 才接受。
    e2e5f0bf 無法執行 {path}：{reason}。
    8eaa9fb8 無法讀取資料流：{reason}。
    8dd02b03 無法等待訊號：{reason}。
    8019a3af 完成，用時 {time}
    e17b4bb7 失敗（{code}），用時 {time}
    a4ba8a0f 已停止，用時 {time}
    0465d485 結束代碼 {code}
    13c6b26a 訊號 {name}
    ae51cb53 磁碟很慢，正在等待；什麼都不會遺失。
    753305aa 常駐程式的回答太長。
    2398a46e {given} 不是識別碼；應為 1 到 40 個 a-z、0-9、「-」和「_」的字元。
    """
  }
}
