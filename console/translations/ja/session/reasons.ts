import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: '送信クレジットが不足しています',
    quota: '今月のメッセージの上限に達しました',
    speed: '速度制限',
    mail_server: 'メールサーバーが応答していません',
    the_mail_server: 'メールサーバーが応答していません',
    message_size: 'メッセージがメールサーバーの受け付けるサイズを超えています',
    mail_log_in: 'メールサーバーがログインを拒否しています',
    mail_limit: 'メールサーバーの送信上限に達しました',
    retries: '再配信の待機',
    winner: 'テストの結果',
    recipients_again: '再試行（配信先の検索に時間がかかりすぎています）',
    internal: '内部エラー。サーバーのログを確認してください',
    brake_bounces:
      '送信ブレーキの解除：直近{number}通のうち{share} %が恒久的に不達で、上限の{limit} %を超えました',
    brake_spam:
      '送信ブレーキの解除：直近{number}通のうち{share} %が迷惑メールと報告され、上限の{limit} %を超えました',
    bounced_hard: '直近{number}通のうち{share} %が恒久的に不達で、上限の{limit} %を超えました',
    called_spam: '直近{number}通のうち{share} %が迷惑メールと報告され、上限の{limit} %を超えました',
    list_gone: 'リストが削除されました。',
    no_content: '送信する内容がありません。',
    recipients_not_found: '配信先を特定できませんでした：{problem}',
    unsubscribe_missing:
      '組織の設定により、すべてのメッセージに配信停止リンクが必要です。内容に%%unsubscribe_link%%を追加してください。',
    organization_gone: '組織が削除されました。',
    begins_at: '開始：{time}',
    paused_until_resumed: '一時停止中です。再開されるまで待機します。',
    quote_never_closes:
      '{line}行目（{byte}バイト目）の引用符が閉じられていません。閉じるか別の引用符を選び、もう一度インポートしてください。',
    wrong_bytes:
      '{line}行目（{byte}バイト目）は正しい{set}ではありません。UTF-8で保存するかWindows-1252を選び、もう一度インポートしてください。',
    data_gone: 'このインポートのデータはサーバーにもうありません。インポートを作成し直してください。',
    changed_meanwhile:
      'ファイル{name}はインポート中に変更されました。変更前の行は反映されています。新しいファイルをインポートしてください。',
    changed_after_preview:
      'ファイル{name}はプレビュー後に変更されました。何もインポートされていません。プレビューをやり直してください。',
    undo_list_gone: 'インポートを取り消している間にリストが削除されました。',
    import_interrupted:
      'インポートは進まないまま{number}回中断され、失敗しました。サーバーのログでインポート{id}を確認してください。',
    undo_interrupted:
      '取り消しは進まないまま{number}回中断され、失敗しました。サーバーのログでインポート{id}を確認し、もう一度取り消してください。続きから再開します。',
    export_interrupted:
      'エクスポートは{number}回中断され、失敗しました。サーバーのログでエクスポート{id}を確認し、作成し直してください。',
    disk_full:
      '{number}回の試行すべてでサーバーのディスクが一杯でした。DATA_DIRの空きを増やし、エクスポートを作成し直してください。gzipにするとファイルが小さくなります。',
    change_interrupted:
      '変更は進まないまま{number}回中断され、失敗しました。サーバーのログで一括変更{id}を確認し、作成し直してください。変更済みの人が二度変更されることはありません。',
    old_excel:
      '古いExcelファイル（.xls）か、パスワード付きのブックです。パスワードなしの.xlsxかCSVで保存してください。',
    pdf: 'ファイルはPDFです。リストをCSVか.xlsxで保存してください。',
    database_file: 'ファイルはSQLiteデータベースです。リストをCSVで書き出してください。',
    archive:
      'ファイルは{kind}形式のアーカイブです。展開するか、リストをgzipか、1ファイルだけのzipにしてください。',
    packed_twice:
      'ファイルの中に別の圧縮ファイルかブックがあります。CSVを圧縮するか、ブックをそのままアップロードしてください。',
    gzip_short: 'gzipファイルが途中で終わっています。もう一度アップロードしてください。',
    gzip_damaged: 'gzipファイルが壊れています。圧縮し直すか、展開したファイルをアップロードしてください。',
    zip_locked: 'zipファイルは暗号化されています。パスワードなしで圧縮し直してください。',
    zip_empty: 'zipファイルにファイルがありません。リストを入れてください。',
    zip_several:
      'zipファイルに{number}個のファイルがあります（{one}、{other}など）。リストだけを圧縮するか、ファイルを一つずつインポートしてください。',
    zip_damaged: 'zipファイルが壊れているか不完全です。圧縮し直してアップロードしてください。',
    no_workbook: 'Excelブック（.xlsx）ではありません。.xlsxかCSVで保存してください。',
    no_sheet: 'ブックに表のあるシートがありません。',
    empty_file: '{name}は空です。',
    picture: '{name}は画像です。リストをCSVで書き出してください。',
    no_text: '{name}はテキストファイルではありません。リストをCSVで書き出してください。',
    web_page:
      '{name}は名前にかかわらずウェブページです。リストが表示されるならExcelで開いて.xlsxかCSVで保存してください。ダウンロードしたものなら、リンクにログインが必要かもしれません。',
    json_file: '{name}はJSONです。リストをCSVで書き出してください。',
    contacts_file: '{name}はアドレス帳かカレンダー（vCard）です。連絡先をCSVで書き出してください。',
    sql_dump: '{name}はデータベースのSQLダンプです。表をCSVで書き出してください。',
    rtf_file: '{name}はRTF文書です。リストをCSVで保存してください。',
    no_record:
      '{name}にTXTレコードがありません。表示された値で公開してください。新しいレコードの反映には数時間かかることがあります',
    no_dkim_record:
      '{name}のTXTレコードにDKIMレコードがありません。表示された値で公開してください。新しいレコードの反映には数時間かかることがあります',
    several_records:
      '{name}にDKIMレコードが{number}件あり、受信側はどれを使うか分かりません。この鍵のものだけを残してください',
    record_revoked: '{name}のレコードは鍵を失効させています（p=が空です）。表示された値に置き換えてください',
    other_key:
      '{name}のレコードは別の鍵です。表示された値に置き換えるか、別のセレクターで鍵を作成してください',
    record_cut:
      '{name}のレコードは鍵の{all}文字のうち{number}文字で切れています。長い値は255文字以下の文字列に分けて公開してください',
  },
}
