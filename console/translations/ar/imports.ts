import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) =>
  plural(value, { zero: 'لا صفوف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' })

const stays = 'دون تغيير'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'جديدة', has: 'أُضيفت', tone: 'success' },
  updated: { would: 'تتغير', has: 'تغيّرت', tone: 'info' },
  failed: { would: 'خاطئة', has: 'فشلت', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: في القائمة مسبقًا`, has: 'تُركت كما هي', tone: 'quiet' },
  skipped_active: { would: `${stays}: نشطة`, has: 'نشطة، تُركت كما هي', tone: 'quiet' },
  skipped_unsubscribed: kept('يبقى اشتراكها ملغى', 'بقي اشتراكها ملغى', 'مستبعدة: أُلغي الاشتراك'),
  skipped_scomp: kept('تبقى ضمن الشكاوى', 'بقيت ضمن الشكاوى', 'مستبعدة: شكوى'),
  skipped_bounced: kept('تبقى مرتدة', 'بقيت مرتدة', 'مستبعدة: مرتدة'),
  skipped_deactivated: kept('تبقى معطّلة', 'بقيت معطّلة', 'مستبعدة: معطّلة'),
  skipped_duplicate: { would: 'تكرر صفًا سابقًا', has: 'كررت صفًا سابقًا', tone: 'quiet' },
  skipped_over_limit: { would: 'فوق الحد', has: 'كانت فوق الحد', tone: 'warning' },
  pruned: { would: 'تخرج: ليست في الملف', has: 'أُخرجت: ليست في الملف', tone: 'warning' },
}

export const importWords: typeof en.importWords = {
  title: 'عمليات الاستيراد',
  lead: 'كل ملف مستورد وما حدث لكل صف.',
  start: 'استيراد ملف',
  file: 'الملف',
  list: 'القائمة',
  state: 'الحالة',
  began: (zone) => `البدء (${zone})`,
  rowsHead: 'الصفوف',
  pasted: pastedText,
  dryRun: 'معاينة',
  empty: {
    title: 'لا عمليات استيراد بعد',
    text: 'خذ الملف كما هو من Excel أو Mailchimp أو متجرك؛ ترى ما سيحدث قبل حدوثه. لا يُرسل شيء إلى أحد.',
  },
  filter: { label: 'عرض', recent: 'آخر 14 يومًا', active: 'قيد التنفيذ', all: 'الكل' },
  states: {
    scheduled: 'في الانتظار',
    downloading: 'جارٍ التنزيل',
    splitting: 'جارٍ قراءة الملف',
    importing: 'قيد التنفيذ',
    paused: 'متوقف مؤقتًا',
    finished: 'مكتمل',
    failed: 'فشل',
    cancelled: 'ملغى',
  },
  steps: {
    label: 'خطوات الاستيراد',
    names: { file: 'الملف', columns: 'الأعمدة', rules: 'القواعد', preview: 'معاينة', run: 'التنفيذ' },
  },
  into: (list) => `الاستيراد إلى «${list}»`,
  back: 'رجوع',
  classes,
  row: {
    number: 'الصف',
    address: 'العنوان',
    what: 'ما سيحدث',
    was: 'ما حدث',
    changes: 'قبل ← بعد',
    none: 'لا شيء',
    same: 'لا يتغير أي حقل',
    search: 'البحث عن عنوان',
    all: 'كل الصفوف',
    caption: 'صفوف الملف',
    no: 'لا توجد صفوف كهذه.',
    purged: 'لم تعد الصفوف محفوظة: تُحذف السجلات بعد سبعة أيام من انتهاء الاستيراد.',
    pick: 'اختر فئة أعلاه لعرض صفوفها فقط وتنزيلها.',
    later: 'الصفوف التالية',
    first: 'الصفوف الأولى',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'تنزيل هذه الصفوف',
    shows: 'عرض الصفوف',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'استيراد ملف',
  list: 'إلى أي قائمة؟',
  listHint: 'تُضاف جهات الاتصال في الملف إلى هذه القائمة.',
  chooseList: 'اختيار قائمة',
  noList: 'أولًا، قائمة',
  firstList: {
    text: 'تضم القائمة جهات الاتصال التي تراسلها. تُضاف إلى هذه جهات الاتصال في ملفك.',
    name: 'اسم القائمة',
    proposal: 'النشرة البريدية',
    create: 'إنشاء القائمة',
  },
  ways: {
    label: 'أين الملف؟',
    file: 'على هذا الحاسوب',
    paste: 'لصق',
    url: 'على عنوان ويب',
    directory: 'على الخادم',
    failed: 'صفوف فاشلة',
  },
  drop: 'أفلت ملفًا هنا',
  dropHint: 'CSV أو نص أو Excel، مضغوطًا أو لا، بأي حجم. يُقرأ هنا أولًا؛ ولا يُضاف أحد بعد.',
  choose: 'اختيار ملف',
  pasteLabel: 'الصفوف',
  pasteHint: 'منسوخة من جدول بيانات أو رسالة: جهة اتصال في كل سطر، مع العناوين إن وُجدت.',
  pasteUse: 'قراءة هذه الصفوف',
  url: 'عنوان الملف',
  urlHint: 'يجلبه الخادم، حتى 200 MB.',
  urlUse: 'قراءة هذا الملف',
  directoryHint: 'الملفات التي وضعها مشغّل الخادم في مجلد الرفع لمؤسستك.',
  failedHint:
    'صفوف فشلت في استيراد سابق إلى هذه القائمة: بعد تغيير حقل، أو بأعمدة أخرى. لتصحيح الخلايا افتح ذلك الاستيراد.',
  failedEmpty: 'لا صفوف فاشلة محفوظة لأي استيراد إلى هذه القائمة؛ تُحفظ سبعة أيام.',
  useFailed: (value, file) => `قراءة ${rows(value)} من «${file}»`,
  ofImport: (isPreview, at) => `${isPreview ? 'معاينة' : 'استيراد'} ${at}`,
  directoryEmpty: 'لا توجد ملفات. يمكن لمشغّل الخادم وضعها في مجلد الرفع.',
  use: (name) => `قراءة «${name}»`,
  sending: (sent, total) => `وصل ${percent(sent, total)} من ${size(total)} إلى الخادم`,
  cut: (sent, total) => `انقطع الاتصال عند ${percent(sent, total)}. يتابع تلقائيًا.`,
  goOn: 'متابعة الرفع',
  stop: 'إيقاف الرفع',
  stopped: 'توقف الرفع. يُحفظ ما وصل يومًا واحدًا.',
  progress: 'الرفع',
}

export const columnWords: typeof en.columnWords = {
  reading: 'جارٍ قراءة الملف',
  facts: {
    head: 'العناوين في الصف الأول',
    noHead: 'بلا عناوين',
    linesAbove: (count) => (count === 1 ? 'سطر واحد فوق الجدول' : `الأسطر فوق الجدول: ${count}`),
    dmy: 'التواريخ بصيغة 31.12.',
    mdy: 'التواريخ بصيغة 12/31',
    sure: { certain: 'مؤكد', likely: 'مرجّح', guess: 'تخمين' },
    separators: { ',': 'فاصلة', ';': 'فاصلة منقوطة', '\t': 'جدولة', '|': 'خط عمودي' },
  },
  change: 'تغيير طريقة قراءة الملف',
  hide: 'تم',
  skipped: (lines) => `لم يُقرأ: ${lines}`,
  format: {
    headings: 'الصف الأول يحوي العناوين',
    linesAbove: 'الأسطر فوق الجدول',
    characters: 'ترميز الأحرف',
    separator: 'الفاصل',
    dates: 'التواريخ الرقمية',
    dmy: 'اليوم أولًا: 31.12.2026',
    mdy: 'الشهر أولًا: 12/31/2026',
    decimals: 'الأعداد العشرية',
    comma: 'بفاصلة: 1.234,56',
    dot: 'بنقطة: 1,234.56',
  },
  column: (number) => `العمود ${number}`,
  meaning: (header) => `معنى «${header}»`,
  skip: 'عدم الاستيراد',
  newField: (name) => `حقل جديد: ${name}`,
  attributes: 'السمات',
  fields: 'حقول القائمة',
  news: 'جديد',
  names: {
    email: 'البريد الإلكتروني',
    status: 'الحالة',
    confirmed: 'مؤكَّد',
    email_format: 'تنسيق الرسائل',
    subscribe_time: 'تاريخ الاشتراك',
    subscribe_ip: 'مصدر الاشتراك (عنوان IP)',
    remove_time: 'تاريخ إلغاء الاشتراك',
    remove_ip: 'مصدر إلغاء الاشتراك (عنوان IP)',
    confirm_time: 'تاريخ التأكيد',
    paused_until: 'استراحة حتى',
    consent_form: 'الموافقة: النموذج',
    consent_version: 'الموافقة: نسخة النص',
    consent_given_at: 'تاريخ الموافقة',
    consent_given_ip: 'مصدر الموافقة (عنوان IP)',
    consent_confirmed_at: 'تاريخ تأكيد الموافقة',
    consent_confirmed_ip: 'مصدر تأكيد الموافقة (عنوان IP)',
  },
  types: {
    text: 'نص',
    text_multiline: 'نص طويل',
    number: 'عدد صحيح',
    decimal: 'عدد عشري',
    date: 'تاريخ',
    day_of_year: 'يوم من السنة',
    select_single_dropdown: 'خيار واحد',
    select_single_radio: 'خيار واحد',
    select_multiple_checkboxes: 'خيارات متعددة',
    boolean: 'نعم أو لا',
  },
  typeOf: (name) => `نوع «${name}»`,
  optOut: {
    title: (header) => `قد يبيّن العمود «${header}» من ألغى الاشتراك`,
    apply: (what, header) => `من لديه ${what} في «${header}»: يُستورد باشتراك ملغى. لا تصله رسائل.`,
    leaveOut: (what, header) =>
      `من لديه ${what} في «${header}»: يُستبعد. لا يُستورد، ومن في القائمة يبقى كما هو.`,
    ignore: 'تجاهل العمود: قد تصل الرسائل إلى كل من في الملف.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `أي شيء غير «${cells}»`,
    blank: 'لا شيء',
    decide: 'قرّر هذا قبل المتابعة.',
    or: '» أو «',
  },
  choicesLost: (value) =>
    `عند القراءة بهذه الطريقة يصبح عدد أعمدة الملف مختلفًا. ${value === 1 ? 'المعنى الذي اخترته لعمود لا يُحتسب' : `المعاني التي اخترتها (عدد الأعمدة ${count(value)}) لا تُحتسب`}. اقرأ الملف كما كان ${value === 1 ? 'لاستعادته' : 'لاستعادتها'}.`,
  noEmail: 'يجب أن يكون أحد الأعمدة البريد الإلكتروني. اختره فوق العمود الذي يحوي العناوين.',
  twice: (name) => `«${name}» معنى لعمودين. اختر معنى آخر لأحدهما.`,
  rowsRead: (value, isWhole) => (isWhole ? `قُرئت كلها: ${rows(value)}.` : `قُرئت البداية: ${rows(value)}.`),
  table: 'أول صفوف الملف',
  keys: (hasLetters) =>
    `مفاتيح العناوين: ← و→ لاختيار عمود، وEnter لفتح معناه${hasLetters ? '، وA لقبول كل الاقتراحات' : ''}.`,
  takeAll: 'قبول كل الاقتراحات',
  allTaken: 'لكل عمود معناه المقترح.',
  next: 'التالي: القواعد',
  other: 'اختيار ملف آخر',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'من ليسوا في القائمة بعد',
    status: 'يُضافون بحالة',
    statuses: {
      active: 'نشط: تصلهم الرسائل',
      unsubscribed: 'أُلغي الاشتراك',
      deactivated: 'معطّل',
    },
    example: (address) => `إذا لم يكن ${address} في القائمة، فيُضاف.`,
    letters: 'بدء الردود التلقائية لهم، كما عند الاشتراك.',
  },
  known: {
    title: 'من هم في القائمة مسبقًا',
    leave: 'يبقون كما هم.',
    update: 'يأخذون ما في الملف.',
    example: (address, fields) =>
      fields.length === 0
        ? `يبقى ${address} كما هو: لا عمود في الملف حقل.`
        : `إذا كان ${address} في القائمة: ${fields.join('\u200F، ')}.`,
    becomes: (name, value) => `${name} يصبح ${value === '' ? 'فارغًا' : value}`,
    stays: (address) => `إذا كان ${address} في القائمة، فلا يتغير شيء.`,
  },
  left: {
    title: 'من ألغوا الاشتراك',
    stay: 'يبقى اشتراكهم ملغى. لا يعيدهم الملف.',
    fields: 'تغيير حقولهم أيضًا.',
    back: 'إعادة تنشيطهم.',
    consent: 'لدي موافقتهم المجددة.',
    warning: 'من ألغى الاشتراك وعادت إليه الرسائل قد يبلّغ عنها كبريد مزعج. يسجل سجل التدقيق ذلك.',
  },
  badCells: {
    title: 'خلايا غير مناسبة، مثل عيد ميلاد ليس تاريخًا',
    fail: 'تُفشل صفها: لا تُستورد جهة الاتصال.',
    empty: 'تُترك فارغة: تُستورد جهة الاتصال دونها.',
    hint: 'تعدّها المعاينة عمودًا عمودًا. لا يُستورد أحد دون عنوان صالح.',
  },
  missing: {
    title: 'من في القائمة وليسوا في الملف',
    keep: 'يبقون فيها.',
    deactivate: 'يُعطَّلون.',
    unsubscribe: 'يُلغى اشتراكهم.',
    limit: 'بحد أقصى',
    limitHint: 'عدد من جهات الاتصال، أو نسبة مثل 10%. إذا زاد العدد، فلا يتغير شيء.',
  },
  when: {
    title: 'متى',
    now: 'بعد المعاينة، عند الأمر بذلك',
    later: 'في وقت محدد، دون معاينة',
    at: (zone) => `الوقت (${zone})`,
  },
  preview: 'معاينة ما سيحدث',
  schedule: 'جدولة الاستيراد',
  pickTime: 'اختر وقتًا أولًا.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'أُلغي الاشتراك',
  scomp: 'شكوى',
  bounced: 'مرتدة',
  deactivated: 'معطّلة',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `معاينة: ${rows(value)}. لم يتغير شيء.`,
  trying: 'جارٍ التحقق من الصفوف. لا يتغير شيء.',
  progress: 'التقدم',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} من ${rows(all)}`),
  rate: (value) => `${count(value)} صف/ث`,
  left: (time) => `يتبقى ${time}`,
  pause: 'إيقاف مؤقت',
  resume: 'استئناف',
  cancel: (done) => (done === 0 ? 'إلغاء الاستيراد' : `الإلغاء مع الاحتفاظ بما تم: ${rows(done)}`),
  cancelSure: (done) => `نعم، الإلغاء والاحتفاظ بما تم: ${rows(done)}`,
  keep: 'متابعة الاستيراد',
  importNow: (added, updated) =>
    [added > 0 ? `إضافة ${count(added)}` : '', updated > 0 ? `تغيير ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join('\u200F، ')
      .replace(/^(?=.)/, 'استيراد: '),
  importAnyway: (what) => `${what}، واستبعاد الباقي`,
  importNothing: 'لا شيء للاستيراد',
  pruning: (value) => `إخراج ${count(value)}`,
  expires: (at) => `يمكن الاستيراد من هذه المعاينة حتى ${at}.`,
  gone: 'لم يعد ملف هذه المعاينة على الخادم. ابدأ من جديد لاستيراده.',
  became: 'استُوردت هذه المعاينة.',
  toImport: 'عرض الاستيراد',
  fromPreview: 'عرض معاينته',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${statusWords[status] ?? status}: ${count(number)}`)
    const added = `أُضيفت: ${people(value)}`
    return said.length === 0 ? `${added}.` : `${added}، منها ${said.join('\u200F، ')} (لا تصلها رسائل).`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${statusWords[status] ?? status}: ${count(number)}`)
    return `جهات الاتصال الجديدة: ${count(value)}، النشطة منها ${count(active ?? 0)}؛ ${said.join('\u200F، ')}، وهذه لا تصلها رسائل.`
  },
  changed: (value) => `تغيّرت: ${people(value)}.`,
  nothing: 'لم تُضف أو تتغير أي جهة اتصال.',
  see: 'عرض القائمة',
  failedRows: (value) => (value === 1 ? 'تصحيح الصف الفاشل' : `تصحيح الصفوف الفاشلة: ${rows(value)}`),
  again: 'استيراد ملف آخر',
  undo: (until) => `التراجع حتى ${until}`,
  undone: 'تم التراجع عن هذا الاستيراد.',
  undoing: 'جارٍ التراجع عن الاستيراد.',
  seeUndo: 'عرض النتيجة',
  starts: (at) => `يبدأ ${at}.`,
  classesOf: 'ما يحدث للصفوف',
  settings: 'إعدادات الاستيراد',
  announce: (value) => `استيراد: ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `التراجع عن الاستيراد ${id}`,
  counting: 'جارٍ عدّ أثر التراجع',
  nothingYet: 'لم يتغير شيء بعد.',
  partly: (examined, all) =>
    `عُدّ حتى الآن ${count(examined)} من ${people(all)}. يمكن التراجع عن الاستيراد قبل انتهاء العدّ.`,
  least: (number) => `على الأقل ${people(number)}`,
  would: {
    removed: 'ستُزال: أضافها الاستيراد.',
    restored: 'تُستعاد قيمها السابقة.',
    restored_partly: 'تُستعاد بعض قيمها؛ وتغيّر غيرها لاحقًا فيبقى.',
    left_changed: 'تبقى: تغيّرت لاحقًا.',
    left_departed: 'يبقى اشتراكها ملغى: أُلغي لاحقًا.',
    left_over_limit: 'تبقى: بُلغ حد جهات الاتصال النشطة.',
    left_gone: 'لم تعد في القائمة.',
  },
  has: {
    removed: 'أُزيلت.',
    restored: 'استُعيدت قيمها السابقة.',
    restored_partly: 'استُعيدت بعض قيمها؛ وكان غيرها قد تغيّر.',
    left_changed: 'بقيت: كانت قد تغيّرت.',
    left_departed: 'بقي اشتراكها ملغى: كان قد أُلغي.',
    left_over_limit: 'بقيت: كان الحد قد بُلغ.',
    left_gone: 'لم تكن في القائمة.',
  },
  people,
  nobody: 'لم يغيّر الاستيراد أحدًا، فلا شيء للتراجع عنه.',
  submit: 'التراجع عن هذا الاستيراد',
  download: 'تنزيل العناوين',
  only: 'التراجع نفسه لا يمكن التراجع عنه.',
  done: (at) => `تم التراجع ${at}.`,
  running: (done, all) => `${count(done)} من ${people(all)}`,
}
