import { listMessages, showMessage } from '../../src/contract/messages/endpoints.ts'
import { streamEndpoints } from '../../src/contract/messages/streams.ts'
import { messageTemplateEndpoints } from '../../src/contract/messages/templates.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const messagePages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/messages',
    needs: listMessages,
    load: () => import('./messages-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/messages/:message',
    needs: showMessage,
    load: () => import('./message-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/streams',
    needs: streamEndpoints.own.list,
    load: () => import('./streams/streams-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/streams/new',
    needs: streamEndpoints.own.create,
    load: () => import('./streams/new-stream.tsx'),
  },
  {
    scope: 'organization',
    path: '/streams/:stream',
    needs: streamEndpoints.own.show,
    load: () => import('./streams/stream-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/message-templates',
    needs: messageTemplateEndpoints.own.list,
    load: () => import('./templates/message-templates-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/message-templates/new',
    needs: messageTemplateEndpoints.own.create,
    load: () => import('./templates/new-message-template.tsx'),
  },
  {
    scope: 'organization',
    path: '/message-templates/:messageTemplate',
    needs: messageTemplateEndpoints.own.show,
    load: () => import('./templates/message-template-page.tsx'),
  },
]
