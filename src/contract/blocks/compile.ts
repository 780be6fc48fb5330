import type { BlockDocument, Theme } from './document.ts'
import { columnStyle } from './columns.ts'
import { conditionalBlocks } from './conditions.ts'
import { escape, familyOf, safeColor, within, type Surroundings } from './markup.ts'
import { textOf } from './plain.ts'
import { rowsOf } from './rows.ts'

export type CompiledDocument = { html: string; text: string }

/**
 * Pure, and without libraries: the server compiles what it sends, and the console what it shows while the user types.
 * `marksBlocks` puts the id of each block on its row, as `data-block`, for an editor. `showsAll`: without the marks of conditions,
 * for what is only looked at.
 */
export function compileDocument(
  document: BlockDocument,
  { marksBlocks = false, showsAll = false }: { marksBlocks?: boolean; showsAll?: boolean } = {},
): CompiledDocument {
  const blocks = showsAll ? [] : conditionalBlocks(document)
  const conditions = new Map(blocks.map((block, place) => [block, place]))
  return {
    html: htmlOf(document, { marksBlocks, conditions }),
    text: textOf(document.blocks, conditions),
  }
}

const reset = 'cellpadding="0" cellspacing="0" border="0"'

function htmlOf(
  { theme: given, preheader, blocks }: BlockDocument,
  marking: Pick<Surroundings, 'marksBlocks' | 'conditions'>,
): string {
  const theme = safeTheme(given)
  const width = theme.width_px
  const font = `font-family:${familyOf(theme.font)}`
  const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(theme.language) ? theme.language : 'en'
  const rows = rowsOf(blocks, { theme, width_px: width, sides_px: 24, isPainted: false, ...marking })
  return `<!doctype html>
<html lang="${language}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title></title>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
<style>${styleOf(theme)}</style>
<!--[if mso]><style>td,p,h1,h2,h3,li,a,span{font-family:Arial,sans-serif !important}</style><![endif]-->
</head>
<body class="page" style="margin:0;padding:0;width:100%;background-color:${theme.background};${font}">
${preheaderOf(preheader)}<table role="presentation" class="page" width="100%" ${reset} bgcolor="${theme.background}" style="background-color:${theme.background}"><tr><td align="center" style="padding:24px 8px">
<!--[if mso]><table role="presentation" align="center" width="${width}" ${reset}><tr><td width="${width}"><![endif]-->
<div style="max-width:${width}px;margin:0 auto">
<table role="presentation" class="panel" width="100%" ${reset} bgcolor="${theme.panel}" style="width:100%;background-color:${theme.panel};border-radius:${theme.radius_px}px;${font};font-size:${theme.font_size_px}px;color:${theme.text}">
${rows === '' ? '<tr><td>&#8202;</td></tr>' : rows}
</table>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

/** The entities keep the words of the message out of the preview line. */
function preheaderOf(preheader: string): string {
  if (preheader.trim() === '') return ''
  const hidden =
    'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all'
  return `<div style="${hidden}">${escape(preheader)}${'&#8199;&#65279;&#847; '.repeat(30)}</div>\n`
}

function safeTheme(theme: Theme): Theme {
  return {
    ...theme,
    width_px: within(theme.width_px, 320, 800),
    font_size_px: within(theme.font_size_px, 12, 24),
    radius_px: within(theme.radius_px, 0, 40),
    background: safeColor(theme.background, '#ffffff'),
    panel: safeColor(theme.panel, '#ffffff'),
    text: safeColor(theme.text, '#1c2024'),
    link: safeColor(theme.link, '#0b5f6b'),
    button: safeColor(theme.button, '#0b5f6b'),
    dark_background: safeColor(theme.dark_background, '#14171a'),
    dark_panel: safeColor(theme.dark_panel, '#1b1f23'),
    dark_text: safeColor(theme.dark_text, '#e8e6e1'),
    dark_link: safeColor(theme.dark_link, '#5cc3d0'),
  }
}

/** `data-ogsc` and `data-ogsb` are what Outlook on the web puts on the page in its dark mode. */
function styleOf(theme: Theme): string {
  const dark = (prefix: string) =>
    [
      `${prefix}.page{background-color:${theme.dark_background} !important}`,
      `${prefix}.panel{background-color:${theme.dark_panel} !important}`,
      `${prefix}.text{color:${theme.dark_text} !important}`,
      `${prefix}.text .link{color:${theme.dark_link} !important}`,
    ].join('')
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'body,table,td{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}',
    'table,td{mso-table-lspace:0pt;mso-table-rspace:0pt}',
    'img{-ms-interpolation-mode:bicubic}',
    columnStyle(theme.width_px),
    `@media (prefers-color-scheme:dark){${dark('')}}`,
    dark('[data-ogsc] '),
    dark('[data-ogsb] '),
  ].join('\n')
}
