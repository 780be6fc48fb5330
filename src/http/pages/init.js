const isDark = matchMedia('(prefers-color-scheme: dark)').matches
const light = { page: '#fff', side: '#f7f8fa', text: '#20252c', quiet: '#57606b', line: '#dfe3e8', link: '#1d4f91', code: '#a01f4b', codeBack: '#f3f4f6', red: '#b3261e', green: '#1a7f37', samples: '#1d242d' } // oxfmt-ignore
const dark = { page: '#14171c', side: '#191d23', text: '#e4e7eb', quiet: '#a0a8b3', line: '#39414c', link: '#8ab8f2', code: '#f0a3a3', codeBack: '#222831', red: '#ff8f8f', green: '#7ddc9a', samples: '#0d0f13' } // oxfmt-ignore
const colors = isDark ? dark : light
const fonts = { fontFamily: 'system-ui, sans-serif' }

const options = {
  hideDownloadButtons: true,
  hideHostname: true,
  nativeScrollbars: true,
  pathInMiddlePanel: true,
  requiredPropsFirst: true,
  jsonSamplesExpandLevel: 4,
  schemasExpansionLevel: 1,
  theme: {
    spacing: { unit: 4, sectionVertical: 24 },
    colors: {
      primary: { main: colors.link },
      success: { main: colors.green },
      error: { main: colors.red },
      text: { primary: colors.text, secondary: colors.quiet },
      border: { dark: colors.line, light: colors.line },
      gray: { 50: colors.codeBack, 100: colors.line },
    },
    schema: {
      nestedBackground: colors.side,
      linesColor: colors.line,
      typeNameColor: colors.quiet,
      typeTitleColor: colors.quiet,
      requireLabelColor: colors.red,
    },
    typography: {
      ...fonts,
      fontSize: '15px',
      headings: { ...fonts, fontWeight: '600' },
      code: { fontFamily: 'ui-monospace, monospace', color: colors.code, backgroundColor: colors.codeBack },
    },
    sidebar: { backgroundColor: colors.side, textColor: colors.text, width: '270px' },
    rightPanel: { backgroundColor: colors.samples, width: '38%' },
  },
}

const answer = await fetch('/openapi.json')
// The samples call this server.
const text = (await answer.text()).replaceAll('https://quiver.example.com', location.origin)
globalThis.Redoc.init(JSON.parse(text), options, document.getElementById('reference'))
