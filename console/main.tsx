import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import './design/style/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hearSteps } from './app/reach/browser-steps.ts'
import { App } from './app/start.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place for the console')
hearSteps()
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
