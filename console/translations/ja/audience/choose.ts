import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: '検索中…',
    none: '名前にこれを含むものはありません。',
    limit: {
      lists: '一部のリストのみ',
      addList: 'リストを追加',
      removeList: (name) => `「${name}」を外す`,
    },
  },
}
