import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareEndpoints } from './build/bare-endpoints.ts'
import { chunkGroups } from './build/chunks.ts'
import { fewIcons } from './build/few-icons.ts'
import { chunkNames, languages } from './build/languages.ts'
import { oneLocale } from './build/one-locale.ts'
import { packed } from './build/packed.ts'

/** With `npm run dev:console`, calls go to a server that runs on its usual port. */
const server = 'http://127.0.0.1:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Addresses are relative to the scripts, so that the console works below a path of a proxy.
  base: './',
  plugins: [bareEndpoints(), fewIcons(), oneLocale(), react(), languages(), packed()],
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // It warns that plugins take long, which they may: their work makes the script small.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { chunkFileNames: chunkNames, codeSplitting: { groups: chunkGroups } },
    },
  },
  server: { port: 5173, proxy: { '/ga': server, '/icon.svg': server } },
})
