import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'عمليات رفع غير مكتملة',
    hint: 'لم تصل هذه الملفات كاملة إلى الخادم. اختر الملف نفسه من جديد: يتابع الرفع من حيث توقف.',
    arrived: (done, total) => `وصل ${size(done)} من ${size(total)}.`,
    until: (time) => `محفوظ حتى ${time}.`,
    choose: 'متابعة…',
    goOn: (name) => `اختر «${name}» من جديد وتابع`,
    other: (name, bytes) => `هذا ملف آخر. اختر «${name}» بحجم ${size(bytes)}، أو ابدأ استيرادًا جديدًا.`,
    discard: 'تجاهل',
    discardOf: (name) => `تجاهل «${name}»`,
    discardText: 'يُحذف ما وصل من الملف. يبقى ملفك كما هو.',
    discardDo: 'تجاهل الرفع',
  },
}
