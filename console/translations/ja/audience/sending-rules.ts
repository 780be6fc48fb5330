import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['月', '火', '水', '木', '金', '土', '日']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = `${count(max)}通`
  return `過去${days === 1 ? '1日' : `${count(days)}日`}間にキャンペーンのメッセージを${messages}受け取った人を除外します。`
}

/** Mon–Fri, or Mon, Wed. */
function daysOf(days: readonly number[]): string {
  const names = days.map((day) => dayNames[day - 1] ?? '')
  const isRow = days.length > 2 && days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join('、')
}

function hoursOf({
  send_from: from,
  send_until: until,
  send_days: days,
  time_zone_field: field,
}: Hours): string {
  const on = days.length === 7 ? '' : daysOf(days)
  const at = from === null || until === null ? '' : `${from}～${until < from ? '翌日' : ''}${until}`
  if (on + at === '') return ''
  const clocks = field === null ? '組織のタイムゾーン' : `フィールド「${field}」のタイムゾーン`
  return `${clocks}で${on}${at}にのみ送信し、それまでは待機します。`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `除外：${them}` : `次以外の全員を除外：${them}`
}

const hasCondition = '条件により購読者を除外します。'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: '配信ルール',
    lead: '配信ルールは、メッセージの送信時に、各購読者を除外するか待機させるかを決めます。キャンペーンとオートレスポンダーで使うルールを指定します。',
    create: '新しいルール',
    fresh: '新しい配信ルール',
    empty: {
      title: '配信ルールはまだありません',
      text: 'ルールでは、条件による除外、一定日数に受け取るメッセージ数の制限、各自のタイムゾーンで適切な時間帯までの保留ができます。',
    },
    name: '名前',
    nameHint: '社内のユーザーにだけ表示されます。',
    list: '対象のキャンペーンとオートレスポンダーのリスト',
    listHint: 'リストのフィールド、キャンペーン、セグメントを条件に使うには、そのリストを指定します。',
    allLists: 'すべてのリスト',
    does: '動作',
    condition: {
      title: '除外する人',
      text: '条件は、メッセージの送信時に購読者ごとに確認されます。',
      none: '条件なし：条件で除外される人はいません。',
      which: '除外する人',
      matching: '条件に該当する人',
      not_matching: 'それ以外の全員',
      incomplete: 'すべての条件を入力してください。',
    },
    limit: {
      title: '受け取るメッセージ数',
      text: '組織のすべてのキャンペーンから、どのリストかを問わず、そのアドレスに送られたメッセージを数えます。オートレスポンダーは含みません。',
      max: '最大メッセージ数',
      days: '日数',
      none: '空の場合は制限なし。',
    },
    hours: {
      title: '送信する時間帯',
      text: '時間外の購読者は待機し、ほかの購読者への送信は続きます。',
      from: '開始',
      until: '終了',
      hint: '空の場合は終日。',
      days: '送信する曜日',
      dayNames,
      field: '各購読者のタイムゾーンのフィールド',
      fieldHint:
        'フィールドの名前。このフィールドを持つすべてのリストに適用されます。タイムゾーンが不明な人には組織のタイムゾーンを使います。',
    },
    summary: 'ルールの説明',
    nothing: 'このルールはまだ何もしません。条件、制限、時間帯を追加してください。',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'ルールを保存',
    saved: '保存しました。メッセージがまだ送信されていない全員に適用されます。',
    uses: {
      title: '使用箇所',
      none: 'このルールは使われていません。',
    },
    remove: {
      title: '削除',
      text: '使われていないルールだけを削除できます。',
      inUse: '上のものが使っているため削除できません。先に別のルールを選択してください。',
    },
    choice: {
      label: 'ルール',
      none: 'ルールなし',
      hint: 'メッセージの送信時に、除外する人と適切な時間帯まで待つ人を決めます。',
      sequenceHint: 'シーケンスの各メッセージの前に確認されます。',
      show: 'ルールを表示',
      notRemote: 'リモートリストでは使えません。これらのルールにはフィールドまたはセグメントが必要です',
    },
  },
}
