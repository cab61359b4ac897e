/** The style of the error page: follows the colour scheme of the system, and fits 360 pixels. */
export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1c1e21;--quiet:#5b6169;--line:#d9dce1;--panel:#f5f6f8;--red:#b3261e;--redback:#fdecea;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--back:#16181c;--text:#e6e8eb;--quiet:#a2a8b1;--line:#363a41;--panel:#1f2228;--red:#ff8a80;--redback:#3b1d1c;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
header,main,footer{width:calc(100% - 2rem);max-width:70rem;margin:0 auto;padding:1rem 0}
header{border-bottom:3px solid var(--red);padding-top:1.5rem}
.status{margin:0;color:var(--quiet);overflow-wrap:anywhere}
.status span{color:var(--red);font-weight:700}
h1{margin:.25rem 0;font-size:1.5rem;overflow-wrap:anywhere;color:var(--red)}
h2{font-size:1.05rem;margin:1.75rem 0 .5rem}
code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.message{font-size:15px}
.note{background:var(--redback);border-left:3px solid var(--red);padding:.5rem .75rem;margin:.75rem 0 0}
.quiet{color:var(--quiet)}
.call{color:var(--quiet)}
.place{overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:2px}
details,p.frame{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.4rem .75rem}
summary{cursor:pointer}
a:focus-visible,summary:focus-visible,pre:focus-visible,.wide:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.excerpt{background:var(--panel);border-radius:4px;margin:.5rem 0;padding:.5rem 0;overflow-x:auto;white-space:pre;overflow-wrap:normal}
.excerpt span{display:block;padding-right:1rem}
.excerpt i{display:inline-block;width:3.5rem;padding-right:1rem;text-align:right;color:var(--quiet);font-style:normal;user-select:none}
.excerpt .failing{background:var(--redback)}
.excerpt .failing i{color:var(--red);font-weight:700}
.plain{padding:.5rem 0;overflow-x:auto}
.frames{margin:.5rem 0;padding-left:1.1rem}
table{border-collapse:collapse;width:100%}
th,td{border-top:1px solid var(--line);padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:baseline;overflow-wrap:anywhere}
th[scope=row]{width:11rem;font-weight:600;color:var(--quiet)}
tr.failed td:nth-child(3){color:var(--red);font-weight:700}
.wide{overflow-x:auto}
.wide th,.wide td{overflow-wrap:normal}
.wide td:last-child{white-space:nowrap}
details table{margin-top:.4rem}
footer{color:var(--quiet);font-size:13px;border-top:1px solid var(--line);margin-top:2rem}
@media (max-width:40rem){th[scope=row]{width:7.5rem}.excerpt i{width:2.5rem;padding-right:.5rem}header,main,footer{width:calc(100% - 1.5rem)}}
`
