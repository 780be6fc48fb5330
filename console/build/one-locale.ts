import type { Plugin } from 'vite'

/** zod exports its messages in 50 languages, which a bundler cannot drop; the contract has its own messages. */
export function oneLocale(): Plugin {
  return {
    name: 'one-locale',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('zod/v4/locales/index.js')) return null
      return `export { default as en } from './en.js'`
    },
  }
}
