import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'カレンダー',
    lead: (zone) => `送信済みと送信予定（${zone}）`,
    views: { month: '月', week: '週' },
    view: '表示',
    range: (from, to) => `${from} – ${to}`,
    earlier: '前へ',
    later: '次へ',
    today: '今日',
    byAutoresponders: (value) => plural(value, { other: 'オートレスポンダー #通' }),
    sentBy: (name, messages) => `${name}：${count(messages)}`,
    none: 'この期間に始まるキャンペーンはありません。',
    move: (name) => `「${name}」を移動`,
    moveTo: '新しい日時',
    save: 'キャンペーンを移動',
    over: 'この日時は過ぎています。別の日時を選んでください。',
    moved: (name, at) => `「${name}」は${at}に始まります。`,
    onlySent:
      'オートレスポンダーのメッセージは送信された日に表示されます。次の送信日は購読者の行動によって決まります。',
    drag: '予定を別の日にドラッグするか、時計のボタンを押してください。',
  },
}
