import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audit/details.ts'

/** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
const names: Record<string, string> = {
  active: '有効',
  api_key_id: 'キー',
  app_id: 'アプリ',
  autoresponder_id: 'オートレスポンダー',
  balance: '変更後のクレジット',
  bounces: 'バウンスしたメッセージ',
  campaign_id: 'キャンペーン',
  chosen: '選択した購読者',
  classification: 'ログ',
  custom_field_id: 'フィールド',
  custom_field_ids: 'フィールドの新しい順序',
  expires_at: '終了',
  last_status: '最後のコード',
  mailing_list_id: 'リスト',
  overlap_seconds: '古い値が使える期間（秒）',
  remote_address: '接続元アドレス',
  resent: 'メッセージ',
  replayed: 'イベント',
  segment_id: 'セグメント',
  sessions_ended: '終了したセッション',
  subscriber_id: '購読者',
  subscriber_ids: '購読者',
  to_mailing_list_id: 'コピー先リスト',
  time_zone_name: 'タイムゾーン',
  user_id: 'ユーザー',
}

const states: Record<string, string> = {
  scim: 'SCIM',
  scomp: '迷惑メール報告',
  organization_admin: '管理者',
  system_admin: 'システム管理者',
  standard: '標準ユーザー',
  set_status: 'ステータスの設定',
  set_field: 'フィールドの設定',
}

function nameOf(attribute: string): string {
  return names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'なし'
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? 'なし' : value.map(shown).join('、')
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${shown(one)}`)
    .join('、')
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What an event says besides its kind, a line for each part: `role: standard user → administrator`. An import can change
 * thousands of people: the page has the first, the API all.
 */
export function detailLines(details: Readonly<Record<string, unknown>>): string[] {
  const { from, to, ...others } = details
  const moved = from === undefined && to === undefined ? [] : [movedLine('', from, to)]
  const lines = [...moved, ...Object.entries(others).flatMap(([name, value]) => linesOf(name, value))]
  return lines.length <= linesMax
    ? lines
    : [...lines.slice(0, linesMax), `ほか${count(lines.length - linesMax)}件`]
}

/** Of one event on the page. */
export const linesMax: typeof en.linesMax = 20

function linesOf(name: string, value: unknown): string[] {
  if (isChange(value)) return [movedLine(`${nameOf(name)}：`, value.from, value.to)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one)] : [shown(one)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [`変更：${value.map((one) => nameOf(String(one))).join('、')}`]
  }
  return [
    `${nameOf(name)}：${typeof value === 'number' && !name.endsWith('_id') ? count(value) : shown(value)}`,
  ]
}

function personLine({ from, to, ...whom }: { from: unknown; to: unknown }): string {
  return movedLine(`${shown(whom)}：`, from, to)
}

/** A part that is not known, such as what a status was before, is left out. */
function movedLine(head: string, from: unknown, to: unknown): string {
  if (from === undefined) return `${head}→ ${shown(to)}`
  return to === undefined ? `${head}${shown(from)} →` : `${head}${shown(from)} → ${shown(to)}`
}
