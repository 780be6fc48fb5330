import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

const units: Record<string, string> = { minutes: '分', hours: '時間', days: '日', weeks: '週間' }

const weekdays = ['月', '火', '水', '木', '金', '土', '日']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length = amount === 0 ? '' : `${count(amount)}${units[unit] ?? unit}後`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join('、')}または${names.at(-1)}`
  const next =
    time === null ? (on === '' ? '' : `次の${on}曜日`) : `次の${on === '' ? '' : `${on}曜日の`}${time}`
  if (length === '' && next === '') return 'すぐに'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}、その後${next}`
}

const previous = {
  any: '',
  opened: '前のメッセージを開封した',
  not_opened: '前のメッセージを開封していない',
  clicked: '前のメッセージのリンクをクリックした',
  not_clicked: '前のメッセージのリンクをクリックしていない',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `条件「${phrase}」を満たす`
  return sentence === '' ? '' : `条件「${sentence.replace(/\.$/, '')}」を満たす`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `「${name}」に含まれる`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `${parts.join('、かつ')}場合のみ。${otherwise[step.otherwise]}。`
}

const otherwise = { end: 'それ以外はシーケンスを終了', skip: 'それ以外はこのステップをスキップ' }

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'シーケンス',
    steps: 'ステップ',
    none: 'この後に続くメッセージはありません。ステップを追加すると、講座やリマインダーなどのシーケンスになります。',
    first: '最初のメッセージ',
    blank: '件名はまだありません。',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `送信${count(sent)}、開封${count(opened)}、クリック${count(clicked)}`,
    waiting: (value, isExact) => `${people(value, isExact)}が待機中`,
    nobodyWaits: '待機者なし',
    ended: (value) => `${people(value)}のシーケンスがここで終了`,
    skipped: (value) => `${people(value)}がスキップ`,
    stuck: (reason) => `メッセージは待機中です：${reason}`,
    removed: (name) => `${name}（削除済み）：ここで待機中の人は、予定されていた時刻に先へ進みます。`,
    paused: '一時停止中も、全員が順番と時刻を保持します。',
    edit: (name) => `「${name}」のメッセージを編集`,
    editWord: 'メッセージを編集',
    change: '待ち時間と条件',
    changeOf: (name) => `「${name}」の待ち時間と条件を変更`,
    up: (name) => `「${name}」を上へ移動`,
    down: (name) => `「${name}」を下へ移動`,
    remove: (name) => `「${name}」を削除`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? '待機者はいません。送信済みのものはレポートに残ります。'
        : `${people(value, isExact)}が待機中で、予定されていた時刻にこのメッセージなしで先へ進みます。送信済みのものはレポートに残ります。`,
    removeDo: 'ステップを削除',
    add: 'ステップを追加',
    fresh: {
      title: '新しいステップ',
      lead: 'メッセージを保存すると追加されます。まだこの位置に達していない人に送信されます。',
      save: 'ステップを追加',
    },
    message: (name) => `「${name}」のメッセージ`,
    fields: {
      name: 'ステップの名前',
      amount: '前のメッセージからの待ち時間',
      unit: '単位',
      units: { minutes: '分', hours: '時間', days: '日', weeks: '週間' },
      time: 'その後この時刻まで待つ',
      timeHint: (zone) => `空の場合は時刻を問いません。${zone}の時刻です。`,
      weekdays: '送信する曜日',
      weekdaysHint: '選択しない場合はすべての曜日。',
      weekdayNames: weekdays,
      previous: '対象の購読者',
      previousKinds: {
        any: 'すべて（行動を問わない）',
        opened: '前のメッセージを開封した人',
        not_opened: '前のメッセージを開封していない人',
        clicked: '前のメッセージのリンクをクリックした人',
        not_clicked: '前のメッセージのリンクをクリックしていない人',
      },
      segment: 'このセグメントの購読者のみ',
      anybody: 'セグメントなし',
      ownClauses: 'このステップだけの条件',
      loading: '読み込み中…',
      otherwise: 'それ以外の人',
      otherwiseKinds: { end: 'シーケンスを終了', skip: 'ステップをスキップ' },
      save: 'ステップを保存',
      keeps: 'すでに待機中の人の時刻は変わりません。',
    },
    places: {
      title: (name) => `「${name}」の購読者`,
      lead: 'メッセージとメッセージの間にいる人と、次の予定です。',
      caption: 'シーケンス内の購読者',
      step: '待機中のステップ',
      everyStep: 'すべてのステップ',
      person: '購読者',
      due: '予定',
      entered: '開始',
      takeOut: (email) => `${email}を外す`,
      takeOutWord: '外す',
      takeOutText: '再び起動されない限り、このシーケンスのメッセージは届きません。',
      takeOutDo: '購読者を外す',
      empty: {
        title: '待機者はいません',
        text: '最初のメッセージから最後のメッセージまでの間、ここに表示されます。',
      },
      removedStep: (name) => `${name}（削除済み）`,
      zone: (zone) => `時刻は${zone}です。`,
    },
    ofPerson: {
      title: 'シーケンス',
      none: '現在シーケンスには入っていません。',
      next: (step, time) => `${step}、${time}`,
      paused: '一時停止中',
    },
  },
}
