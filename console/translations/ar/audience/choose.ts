import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'جارٍ البحث…',
    none: 'لا شيء بهذا الاسم.',
    limit: {
      lists: 'لبعض القوائم فقط',
      addList: 'إضافة قائمة',
      removeList: (name) => `إزالة «${name}»`,
    },
  },
}
