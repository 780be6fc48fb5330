import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audit/details.ts'

/** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
const names: Record<string, string> = {
  active: 'مفعّل',
  api_key_id: 'المفتاح',
  app_id: 'التطبيق',
  autoresponder_id: 'الرد التلقائي',
  balance: 'الرصيد بعد ذلك',
  bounces: 'الرسائل المرتدة',
  campaign_id: 'الحملة',
  chosen: 'جهات الاتصال المختارة',
  classification: 'السجل',
  custom_field_id: 'الحقل',
  custom_field_ids: 'الحقول بترتيبها الجديد',
  expires_at: 'الانتهاء',
  last_status: 'آخر رمز',
  mailing_list_id: 'القائمة',
  overlap_seconds: 'مدة صلاحية القيمة القديمة (بالثواني)',
  remote_address: 'من العنوان',
  resent: 'الرسائل',
  replayed: 'الأحداث',
  segment_id: 'الشريحة',
  sessions_ended: 'الجلسات المنتهية',
  subscriber_id: 'جهة الاتصال',
  subscriber_ids: 'جهات الاتصال',
  to_mailing_list_id: 'إلى القائمة',
  time_zone_name: 'المنطقة الزمنية',
  user_id: 'المستخدم',
}

const states: Record<string, string> = {
  scim: 'SCIM',
  scomp: 'شكوى',
  organization_admin: 'مدير',
  system_admin: 'مدير النظام',
  standard: 'مستخدم قياسي',
  set_status: 'تعيين الحالة',
  set_field: 'تعيين حقل',
}

function nameOf(attribute: string): string {
  return names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'لا شيء'
  if (typeof value === 'boolean') return value ? 'نعم' : 'لا'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? 'لا شيء' : value.map(shown).join('، ')
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${shown(one)}`)
    .join('، ')
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
    : [...lines.slice(0, linesMax), `و${count(lines.length - linesMax)} أخرى`]
}

/** Of one event on the page. */
export const linesMax: typeof en.linesMax = 20

function linesOf(name: string, value: unknown): string[] {
  if (isChange(value)) return [movedLine(`${nameOf(name)}: `, value.from, value.to)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one)] : [shown(one)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [`تغيّر: ${value.map((one) => nameOf(String(one))).join('، ')}`]
  }
  return [
    `${nameOf(name)}: ${typeof value === 'number' && !name.endsWith('_id') ? count(value) : shown(value)}`,
  ]
}

function personLine({ from, to, ...whom }: { from: unknown; to: unknown }): string {
  return movedLine(`${shown(whom)}: `, from, to)
}

/** A part that is not known, such as what a status was before, is left out. */
function movedLine(head: string, from: unknown, to: unknown): string {
  if (from === undefined) return `${head}← ${shown(to)}`
  return to === undefined ? `${head}${shown(from)} ←` : `${head}${shown(from)} ← ${shown(to)}`
}
