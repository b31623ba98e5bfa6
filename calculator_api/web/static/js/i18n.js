// Words of the page in Chinese and English. Texts of the rules come from the API as {zh, en}.

let current = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

export const lang = () => current;

/** Switches the language and remembers it on this device. */
export function setLang(next) {
  current = next;
  document.documentElement.lang = next === "zh" ? "zh-Hans" : "en";
  try {
    localStorage.setItem("lang", next);
  } catch { /* private browsing: the choice lasts until the page is closed */ }
}

/** A text of the API in the reader's language. */
export const say = (text) => (text ? text[current] ?? text.en ?? text.zh ?? "" : "");

/** A text of the page; `{name}` is filled in from `values`. */
export function t(key, values = {}) {
  const text = TEXT[key]?.[current === "zh" ? 0 : 1] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const seatName = (seat) => t(`seat.${seat}`);
export const amount = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** A value with its unit: `3 fan`, `×2`. */
export function worth(value, unit) {
  if (unit === "multiplier") return `×${value}`;
  if (unit === "doubling") return `×2${superscript(value)}`;
  return current === "zh" ? `${value}${t(`unit.${unit}`)}` : `${value} ${t(`unit.${unit}`).replace(/s$/, value === 1 ? "" : "s")}`;
}

const superscript = (value) => [...String(value)].map((char) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[char] ?? char).join("");

const TEXT = {
  "title": ["麻将算番", "Mahjong score"],
  "title.rules": ["各地规则", "Rule sheets"],
  "title.docs": ["接口文档", "API reference"],
  "skip": ["跳到牌", "Skip to the tiles"],
  "menu": ["菜单", "Menu"],
  "language": ["English", "中文"],
  "language.label": ["Switch to English", "切换到中文"],
  "theme": ["深浅色", "Light or dark"],
  "theme.auto": ["随系统", "as the system"],
  "theme.light": ["浅色", "light"],
  "theme.dark": ["深色", "dark"],
  "close": ["关闭", "Close"],
  "home": ["算番", "Calculator"],

  "region": ["规则", "Rules"],
  "region.choose": ["选择规则", "Choose the rules"],
  "region.search": ["搜索：地名、玩法", "Search: a place, a game"],
  "region.recent": ["最近用过", "Recent"],
  "region.all": ["全部", "All"],
  "region.none": ["没有找到", "Nothing found"],
  "region.sheet": ["规则全文", "Full rules"],
  "completeness.full": ["规则齐全", "complete"],
  "completeness.partial": ["部分规则", "partial"],
  "completeness.thin": ["资料有限", "sketch"],
  "completeness.partial.note": ["来源只给出一部分规则，缺的地方按“裁定”处理。", "The sources give part of these rules; the gaps are closed by the decisions below."],
  "completeness.thin.note": ["来源很少，结果仅供参考。", "The sources give very little here; take the result as a guide."],

  "seat.east": ["东", "East"], "seat.south": ["南", "South"], "seat.west": ["西", "West"], "seat.north": ["北", "North"],
  "dealer": ["庄", "dealer"],
  "from.previous": ["上家", "previous"], "from.opposite": ["对家", "opposite"], "from.next": ["下家", "next"],

  "outcome": ["怎么和的", "How the round ended"],
  "who": ["谁和", "Winner"],
  "several": ["多家", "Several"],
  "several.long": ["多家和牌", "Several winners"],
  "drawn": ["流局", "Drawn"],
  "how": ["怎么和", "Won by"],
  "by.self_draw": ["自摸", "Self-draw"], "by.discard": ["点炮", "Discard"], "by.robbed_kong": ["抢杠", "Robbed kong"],
  "payer": ["谁点的", "Discarder"], "payer.robbed_kong": ["抢谁的杠", "Kong robbed from"],
  "circumstances": ["情形", "Circumstances"],
  "c.kong_replacement": ["杠上开花", "After a kong"], "c.flower_replacement": ["补花开花", "After a flower"], "c.kong_discard": ["杠上炮", "Discard after a kong"],
  "c.last_tile": ["海底", "Last tile"], "c.heavenly": ["天和", "Heavenly"], "c.earthly": ["地和", "Earthly"], "c.human": ["人和", "Human"],
  "c.last_of_kind": ["和绝张", "Last of its kind"], "c.opening": ["起手和", "On the dealt hand"],
  "f.kong_chain": ["连杠数", "Kongs in a row"],

  "table": ["牌桌", "Table"],
  "f.round_wind": ["圈风", "Round wind"], "f.dealer_streak": ["连庄次数", "Times the dealer has kept the deal"],
  "f.indicator": ["翻牌", "Turned tile"], "f.wildcards": ["或直接指定混/财神", "or the wildcards themselves"], "f.birds": ["扎鸟/翻鸡", "Birds turned"],
  "f.ready": ["报听", "Declared ready"], "f.exposed": ["明牌", "Open hand"], "f.raise": ["漂/炮子/拉庄", "Stake before the deal"],
  "f.wildcards_thrown": ["打出的混/财飘", "Wildcards thrown"],
  "options": ["本桌规矩", "House rules"], "options.changed": ["改了 {n} 条", "{n} changed"], "options.reset": ["恢复默认", "Back to defaults"],
  "yes": ["是", "Yes"], "no": ["否", "No"], "unset": ["未指定", "not given"], "unlimited": ["不限", "none"], "field.bad": ["读不懂", "cannot be read"],

  "tiles": ["牌", "Tiles"],
  "tiles.of": ["谁的牌", "Tiles of"],
  "hand": ["手牌", "Hand"], "melds": ["吃碰杠", "Melds"], "flowers": ["花", "Flowers"], "winning": ["和张", "Winning tile"],
  "hand.empty": ["点下面的牌", "Tap the tiles below"],
  "hand.label": ["{seat}家手牌，{n} 张", "{seat}: {n} tiles in hand"],
  "winner": ["和", "won"],
  "pen.hand": ["手牌", "Hand"], "pen.chow": ["吃", "Chow"], "pen.pung": ["碰", "Pung"], "pen.exposed_kong": ["直杠", "Kong"], "pen.added_kong": ["补杠", "Added"],
  "pen.concealed_kong": ["暗杠", "Hidden"], "pen.flowers": ["花", "Flower"], "pen.win": ["和张", "Win"],
  "pen.label": ["点牌放到哪里", "Where a tapped tile goes"],
  "meld.chow": ["吃", "chow"], "meld.pung": ["碰", "pung"], "meld.exposed_kong": ["直杠", "exposed kong"], "meld.added_kong": ["补杠", "added kong"], "meld.concealed_kong": ["暗杠", "concealed kong"],
  "meld.from": ["哪家打的", "From"], "meld.kind": ["种类", "Kind"], "meld.remove": ["去掉", "Remove"], "meld.edit": ["{meld}，{tiles}，改", "{meld}, {tiles}: change"],
  "hint.chow": ["点顺子里最小的一张", "Tap the lowest tile of the chow"], "hint.meld": ["点一张，就是一副", "One tap makes the set"],
  "hint.win": ["点和的那张，或点手里的一张", "Tap the tile that won, here or in the hand"],
  "hint.field": ["点牌填入：{field}", "Tap the tile for: {field}"], "hint.runs": ["哪一副？", "Which one?"], "done": ["好了", "Done"],
  "remove.tile": ["{tile}，去掉", "{tile}: remove"], "choose.tile": ["{tile}，定为和张", "{tile}: this one won"], "left": ["还剩 {n} 张", "{n} left"],
  "keyboard": ["牌键盘", "Tile keyboard"],
  "keyboard.help": ["方向键走动，回车放牌，也可以直接打 345m；退格删除，W 换到和张", "Arrow keys move, Enter places; typing 345m works too; Backspace takes back, W goes to the winning tile"],
  "keyboard.hide": ["收起键盘", "Hide keyboard"], "keyboard.show": ["打开键盘", "Show keyboard"],
  "undo": ["撤销", "Undo"], "redo": ["重做", "Redo"], "clear": ["清空", "Clear"], "backspace": ["退格", "Delete"],
  "notation": ["文字写法", "As text"],
  "notation.help": ["手牌；( ) 副露；[ ] 暗杠；(3333p+) 补杠；<west 来自谁；{ } 花；= 和张。也认 一二三万、东东东、🀇。", "The hand; ( ) melds; [ ] concealed kong; (3333p+) added kong; <west from whom; { } flowers; = winning tile. 一二三万, 东东东 and 🀇 are read too."],
  "notation.bad": ["看不懂“{part}”", "“{part}” names no tile"],
  "further": ["更多情况", "More about this"],
  "player.switches": ["这一家", "This player"],
  "meld.switches": ["这一副", "This set"],

  "answer": ["结果", "Result"],
  "answer.none": ["还没有结果", "No result yet"],
  "todo.tiles": ["{seat}家还差 {count} 张", "{seat}: {count} more to go"],
  "todo.too_many": ["{seat}家多了 {count} 张", "{seat}: {count} too many"],
  "todo.winning_tile": ["点{seat}家和的那张牌", "Tap {seat}'s winning tile"],
  "todo.indicator": ["还差翻出来的那张牌", "Which tile was turned over?"],
  "todo.payer": ["谁点的炮？", "Who discarded it?"],
  "loading": ["算着……", "Scoring …"],
  "offline": ["连不上服务器。手牌都留在这里和链接里，连上后自动再算。", "The server cannot be reached. The hand is kept here and in the link and is scored as soon as the connection is back."],
  "offline.short": ["没有连接", "No connection"],
  "failed": ["服务器没有算出来（{status}）。", "The server could not score this ({status})."],
  "retry": ["再试一次", "Try again"],
  "problem": ["这一盘不可能是这样：", "This cannot have happened:"],
  "problem.short": ["这一盘有矛盾", "Not a possible round"],
  "not.valid": ["不能和", "Not a win"],
  "valid.drawn": ["流局", "Drawn round"],
  "total": ["输赢", "Totals"],
  "seat": ["座位", "Seat"],
  "payments": ["谁付给谁", "Who pays whom"],
  "pays": ["{from} → {to}", "{from} → {to}"],
  "for.win": ["和牌", "win"], "for.kong": ["杠", "kong"], "for.flower": ["花", "flowers"], "for.bird": ["鸟/鸡", "birds"], "for.bonus": ["奖", "bonus"], "for.liability": ["包", "liability"],
  "for.draw": ["流局", "draw"], "for.penalty": ["罚", "penalty"], "for.difference": ["闲家互算", "between losers"],
  "patterns": ["番种", "What counts"], "pattern": ["番种", "Pattern"], "value": ["值", "Value"],
  "excluded": ["不计", "What does not count"],
  "excluded.by": ["已计{by}", "because of {by}"],
  "steps": ["算式", "The arithmetic"],
  "reading": ["牌型", "How the hand is read"],
  "reading.wild": ["是混当的", "played by a wildcard"], "wildcard": ["混", "wildcards"],
  "wait.open": ["两面", "open wait"], "wait.closed": ["坎张", "closed wait"], "wait.edge": ["边张", "edge wait"], "wait.pair": ["单钓", "single wait"], "wait.dual_pung": ["对倒", "dual pung wait"], "wait.any": ["百搭听", "waits for anything"],
  "cap.applied": ["{name}：原为 {before}，按 {limit} 封顶", "{name}: {before} before, limited to {limit}"],
  "cap.reached": ["{name} {limit}，未超过", "{name} {limit}: not exceeded"],
  "inferred": ["推定", "inferred"],
  "inferred.long": ["来源没有写明这个数值，是推定的", "The sources do not state this value; it is inferred"],
  "optional": ["可选", "optional"],
  "notices": ["请注意", "Please note"],
  "decisions": ["这里怎么读规则", "How the rules are read here"],
  "nothing.paid": ["没有付账", "Nothing is paid"],
  "score.self_draw": ["{seat}家自摸", "{seat} draws the winning tile"], "score.discard": ["{seat}家和，{from}家点炮", "{seat} wins on {from}'s discard"], "score.robbed_kong": ["{seat}家抢{from}家的杠", "{seat} robs {from}'s kong"],

  "share": ["分享", "Share"], "share.link": ["复制链接", "Copy link"], "share.json": ["复制 JSON", "Copy JSON"], "share.curl": ["复制 curl", "Copy curl"], "share.send": ["发送……", "Send …"],
  "copied": ["已复制", "Copied"], "copy.failed": ["没能复制，请手工选取", "Could not copy; please select it by hand"],
  "json.request": ["请求", "Request"], "json.answer": ["回答", "Answer"], "json.curl": ["curl", "curl"], "developer": ["给开发者：请求与回答", "For developers: request and answer"],
  "examples": ["例题", "Examples"], "examples.of": ["{name}的例题", "Examples: {name}"], "examples.more": ["再显示 {n} 个", "{n} more"],
  "example.loaded": ["例题：{title}", "Example: {title}"],
  "link.bad": ["这个链接读不出一盘牌。", "This link holds no round that can be read."],
  "region.gone": ["这台服务器没有规则“{id}”。", "This server has no rules called “{id}”."],
  "load.failed": ["规则没能载入。", "The rules could not be loaded."],

  "rules.intro": ["每一地的规则一页：番种、付账、可选的规矩、裁定和来源。可以打印。", "One page for each region: patterns, payments, house rules, decisions and sources. Made for reading and for printing."],
  "rules.play": ["用这套规则算番", "Score a hand"],
  "rules.print": ["打印", "Print"],
  "rules.version": ["版本 {v}", "version {v}"],
  "rules.table": ["牌桌", "The table"], "rules.seats": ["座位", "Seats"], "rules.tiles": ["用牌", "Tiles"], "rules.count": ["{n} 种牌", "{n} kinds"], "rules.hand": ["手牌", "Hand"], "rules.hand.n": ["{n} 张", "{n} tiles"],
  "rules.melds": ["可以", "Melds"], "rules.flowers": ["花牌", "Flowers"], "rules.none": ["无", "none"], "rules.runs": ["另有顺子", "Further runs"], "rules.only": ["只有这些顺子", "Only these runs"],
  "rules.wildcards": ["混/财神", "Wildcards"], "rules.same": ["翻出的那一种", "the kind turned over"], "rules.next": ["翻牌的下一张", "the kind after the turned one"],
  "rules.shapes": ["和牌型", "Shapes"],
  "rules.patterns": ["番种", "Patterns"], "rules.excludes": ["不计：{list}", "Not beside it: {list}"], "rules.example": ["例", "Example"],
  "rules.formula": ["见定义", "see text"],
  "rules.cap": ["封顶", "Cap"], "rules.payments": ["付账", "Payments"], "rules.options": ["可选的规矩", "House rules"], "rules.default": ["默认 {v}", "default {v}"],
  "rules.inputs": ["另外要说明的", "Further inputs"], "rules.reasons": ["为什么不能和", "Why a hand may not win"], "rules.decisions": ["裁定", "Decisions"], "rules.sources": ["来源", "Sources"],
  "rules.missing": ["没有这套规则。", "There are no such rules."], "rules.all": ["全部规则", "All rules"],
  "pay.self_draw": ["自摸", "Self-draw"], "pay.discard": ["点炮", "Discard"], "pay.robbed_kong": ["抢杠", "Robbed kong"], "pay.kong": ["杠", "Kongs"], "pay.flower": ["花", "Flowers"], "pay.bird": ["鸟/鸡", "Birds"],
  "pay.bonus": ["奖", "Bonus"], "pay.liability": ["包牌", "Liability"], "pay.draw": ["流局", "Drawn round"], "pay.penalty": ["罚", "Penalties"], "pay.difference": ["闲家互算", "Between losers"], "pay.dealer": ["庄家", "The dealer"], "pay.several": ["一炮多响", "Several winners"],
  "unit.fan": ["番", "fan"], "unit.points": ["分", "points"], "unit.tai": ["台", "tai"], "unit.hu": ["胡", "hu"], "unit.flower": ["花", "flowers"], "unit.multiplier": ["倍", "times"], "unit.doubling": ["翻", "doublings"],
  "shape.standard": ["四副一对", "sets and a pair"], "shape.seven_pairs": ["七对", "seven pairs"], "shape.thirteen_orphans": ["十三幺", "thirteen orphans"],
  "docs.parameters": ["参数", "Parameters"], "docs.body": ["请求体", "Request body"], "docs.responses": ["回答", "Responses"], "docs.example": ["例", "Example"], "docs.try": ["试一试", "Try it"],
  "docs.send": ["发送", "Send"], "docs.schemas": ["数据格式", "Schemas"], "docs.contents": ["目录", "Contents"],
};
