// The report's style sheet: light and dark, on a narrow screen, on paper. Loads nothing.

enum ReportStyle {
  static let text = colors + page + pictures + other

  private static let colors = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#1d1d22;--soft:#5c5c66;--line:#d9d9e0;--card:#f5f5f8;
    --l0:#ececf1;--l1:#ffd3c7;--l2:#ff9f86;--l3:#e8593a;--l4:#a8311a;
    --s0:#d9532f;--s1:#1f78a8;--s2:#2e8b46;--s3:#8a5bc0;--s4:#b8860b;--s5:#c2477f;--s6:#77777f;
    --done:#2e8b46;--skipped:#c98a00;--stopped:#77777f;--replaced:#8a5bc0;--goal:#2e8b46}
    @media (prefers-color-scheme:dark){:root{--paper:#17171b;--ink:#ececf1;--soft:#a6a6b2;--line:#3a3a44;
    --card:#212127;--l0:#2a2a32;--l1:#5e2a1d;--l2:#9c4229;--l3:#e0694a;--l4:#ffb09b;
    --s0:#ff7a5c;--s1:#5ab4e0;--s2:#5cc46b;--s3:#b794f0;--s4:#e3b341;--s5:#f083b4;--s6:#9a9aa6;
    --done:#5cc46b;--skipped:#e3b341;--stopped:#9a9aa6;--replaced:#b794f0;--goal:#5cc46b}}

    """

  private static let page = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);
    font:16px/1.5 system-ui,"Noto Sans","Noto Sans CJK TC","Noto Sans CJK SC",sans-serif}
    main{max-width:860px;margin:0 auto;padding:24px 20px 48px}
    h1{font-size:1.7rem;line-height:1.2;margin:0 0 4px}
    h2{font-size:1.15rem;margin:40px 0 10px}
    p{margin:0 0 8px}.soft,footer{color:var(--soft)}footer{margin-top:48px;font-size:.875rem}
    dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:12px;margin:24px 0 0}
    dl div{background:var(--card);border-radius:10px;padding:12px 14px}
    dt{font-size:.85rem;color:var(--soft)}dd{margin:0;font-size:1.3rem;font-weight:600;line-height:1.3}
    dd small{display:block;font-size:.8rem;font-weight:400;color:var(--soft)}

    """

  private static let pictures = """
    .wide{overflow-x:auto}.wide:focus-visible,.whole:focus-visible{outline:2px solid var(--s1);outline-offset:4px}
    .latest{direction:rtl}.latest>*{direction:ltr}
    svg{display:block;width:100%;height:auto}.wide svg{min-width:600px}
    svg text{font-size:11px;fill:var(--soft)}
    .grid{stroke:var(--line);stroke-width:1}
    .goal{stroke:var(--goal);stroke-width:1.5;stroke-dasharray:5 4}
    .l0{--of:var(--l0)}.l1{--of:var(--l1)}.l2{--of:var(--l2)}.l3{--of:var(--l3)}.l4{--of:var(--l4)}
    .s0{--of:var(--s0)}.s1{--of:var(--s1)}.s2{--of:var(--s2)}.s3{--of:var(--s3)}.s4{--of:var(--s4)}
    .s5{--of:var(--s5)}.s6{--of:var(--s6)}.completed{--of:var(--done)}.skipped{--of:var(--skipped)}
    .stopped{--of:var(--stopped)}.replaced{--of:var(--replaced)}rect{fill:var(--of)}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 18px;margin:10px 0 0;padding:0;font-size:.875rem}
    .legend li{overflow-wrap:anywhere}
    .key{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:7px;background:var(--of)}

    """

  private static let other = """
    details{margin-top:10px;font-size:.875rem}summary{cursor:pointer;color:var(--soft)}
    table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
    caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    th,td{padding:5px 10px 5px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
    td,thead th:not(:first-child){text-align:right;white-space:nowrap}tbody th{font-weight:400;overflow-wrap:anywhere}
    @media (max-width:480px){main{padding:16px 14px 32px}h1{font-size:1.4rem}
    dl{grid-template-columns:1fr 1fr;gap:8px}dd{font-size:1.1rem}}
    @media print{:root{color-scheme:light}@page{margin:15mm}
    body{font-size:11pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}main{max-width:none;padding:0}
    .wide{overflow:visible}.wide svg{min-width:0}details{display:none}
    section,dl div,tr{break-inside:avoid}#tasks,#tags{break-inside:auto}
    h2{margin-top:24px;break-after:avoid}}
    """
}
