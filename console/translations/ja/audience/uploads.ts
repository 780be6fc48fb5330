import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: '未完了のアップロード',
    hint: 'これらのファイルはサーバーに完全には届いていません。同じファイルをもう一度選ぶと、停止したところから再開します。',
    arrived: (done, total) => `${size(total)}中${size(done)}が届いています。`,
    until: (time) => `${time}まで保存されます。`,
    choose: '再開…',
    goOn: (name) => `「${name}」を選び直して再開`,
    other: (name, bytes) =>
      `別のファイルです。${size(bytes)}の「${name}」を選ぶか、新しいインポートを始めてください。`,
    discard: '破棄',
    discardOf: (name) => `「${name}」を破棄`,
    discardText: 'サーバーに届いた部分が削除されます。元のファイルは変わりません。',
    discardDo: 'アップロードを破棄',
  },
}
