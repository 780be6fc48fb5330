import type { Plugin } from 'vite'

const whole = /import \{([^}]*)\} from ['"]@tabler\/icons-react['"]/g

/** Imports each icon from its own file: the package's index is 6,000 modules, which take 15 s to read. */
export function fewIcons(): Plugin {
  return {
    name: 'few-icons',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('@tabler/icons-react')) return null
      return { code: code.replaceAll(whole, (_, names: string) => singly(names)), map: null }
    },
  }
}

/** On one line, so that the lines of the file stay where they are. */
function singly(names: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`)
    .join('; ')
}
