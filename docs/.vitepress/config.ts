import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { readers } from './pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What pages link to besides pages: copied into the site as it is. */
const copied = ['deploy/caddy', 'deploy/nginx', 'deploy/prometheus', 'LICENSE']

function isCopied(page: string, link: string): boolean {
  const file = path.relative(root, path.resolve(root, path.dirname(page), link))
  return copied.some((one) => file === one || file.startsWith(`${one}/`)) && existsSync(path.join(root, file))
}

function addressOf(file: string): string {
  return file === 'README.md' ? '/' : `/${file.replace(/README\.md$/, '').replace(/\.md$/, '')}`
}

/** `npm run docs`. The pages stay where they are, so that they can be read and linked in the repository, too. */
export default defineConfig({
  title: 'Quiver',
  description: 'Self-hosted, multi-tenant email marketing',
  srcDir: '..',
  srcExclude: ['{src,test,bench,console,release,pictures,site,data,dist}/**', 'client/!(README.md)/**'],
  outDir: '../site',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: {
    'README.md': 'index.md',
    'client/README.md': 'client/index.md',
    'docs/decisions/README.md': 'docs/decisions/index.md',
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: Object.entries(readers).map(([text, pages]) => ({
      text,
      items: pages.map(([title, file]) => ({ text: title, link: addressOf(file) })),
    })),
  },
  markdown: {
    config(md) {
      // Vue would evaluate what stands between two braces, as in the samples of Liquid.
      md.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</code>`
      // The theme would take a link to a file without a known extension for one to a page.
      md.core.ruler.push('files-of-the-repository', (state) => {
        // Vite resolves a picture beside the page only if its path begins with a dot.
        for (const token of state.tokens.flatMap((one) => [one, ...(one.children ?? [])]))
          if (token.type === 'html_block' || token.type === 'html_inline')
            token.content = token.content.replaceAll(/\b(src|srcset)="(?=\w+\/)/g, '$1="./')
        const page = (state.env as { relativePath?: string }).relativePath ?? ''
        for (const { children } of state.tokens)
          for (const token of children ?? [])
            if (token.type === 'link_open' && isCopied(page, token.attrGet('href') ?? ''))
              token.attrSet('target', '_self')
      })
    },
  },
  async buildEnd({ outDir }) {
    for (const part of copied) {
      await mkdir(path.dirname(path.join(outDir, part)), { recursive: true })
      await cp(path.join(root, part), path.join(outDir, part), { recursive: true })
    }
  },
})
