import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'جهات الاتصال التي فتحت',
  opens_total: 'مرات الفتح',
  clicks_unique: 'جهات الاتصال التي نقرت',
  clicks_total: 'النقرات',
  click_to_open_rate: 'النقرات لدى من فتح',
}

const reasons = {
  better: (name: string, metric: string) => `تفوقت «${name}» بوضوح: ${metric}.`,
  higher: (name: string, metric: string) =>
    `كانت «${name}» الأعلى نسبة إلى رسائلها: ${metric}، لكن الفرق قد يكون مصادفة.`,
  equal: (name: string, metric: string) =>
    `تساوت النسخ نسبة إلى رسائلها: ${metric}، فاختيرت أولاها «${name}».`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'اختبار A/B',
    version: 'النسخة',
    sent: 'أُرسلت',
    opened: 'فُتحت',
    clicked: 'نُقرت',
    unsubscribed: 'إلغاء الاشتراك',
    nameless: (place) => `النسخة ${place + 1}`,
    winner: (name) => `${name} (الفائزة)`,
    range: (low, high) => `· من ${points(low)} إلى ${points(high)} %`,
    none: 'لا أحد بعد',
    intervals: 'بثقة 95 % تقع النسبة الحقيقية في النطاق المجاور لكل رقم.',
    chosen: (name, { at, reason }, metric, zone) =>
      `اختيرت «${name}» تلقائيًا في ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} الأرقام من تلك اللحظة؛ وجهات الاتصال وراءها كما هي الآن.`,
    best: (name, metric) => `تتفوق «${name}» بوضوح: ${metrics[metric]}.`,
    notEnough: (metric) => `لا يكفي للحكم بعد: قد يكون الفرق مصادفة (${metrics[metric]}).`,
    decides: (at, zone) => `تُختار الفائزة في ${instant(at, zone)}.`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
