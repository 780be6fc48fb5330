import { createWebhook, listWebhooks, showWebhook } from '../../src/contract/webhooks.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const webhookPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/settings/webhooks',
    needs: listWebhooks,
    load: () => import('./webhooks-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/webhooks/new',
    needs: createWebhook,
    load: () => import('./new-webhook.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/webhooks/:webhook',
    needs: showWebhook,
    load: () => import('./webhook-page.tsx'),
  },
]
