import { adoptedKey } from './adopt-key.ts'
import { deletedLists } from './purges/deleted-lists.ts'
import { deletedPictures } from './purges/deleted-pictures.ts'
import { countsByDay } from './counts-by-day.ts'
import type { Duty } from './duty.ts'
import { dkimKeys } from './dns/dkim-keys.ts'
import { exportedFiles } from './purges/exported-files.ts'
import { idempotencyKeys } from './purges/idempotency-keys.ts'
import { importLogs } from './import-logs.ts'
import { judgedHits } from './judging/hits.ts'
import { keptPeople } from './kept-people.ts'
import { lapsedMessages } from './lapsed/messages.ts'
import { lapsedReactions } from './lapsed/reactions.ts'
import { endedGrants } from './purges/ended-grants.ts'
import { endedPlans } from './purges/ended-plans.ts'
import { endedPauses } from './purges/ended-pauses.ts'
import { messageBodies } from './purges/message-bodies.ts'
import { oldDeliveries } from './purges/old-deliveries.ts'
import { oldHits } from './purges/old-hits.ts'
import { oldMessages } from './purges/old-messages.ts'
import { orphanedBatches } from './orphaned-batches.ts'
import { previews } from './previews.ts'
import { returnedMessages } from './returned-messages.ts'
import { senderDomains } from './dns/sender-domains.ts'
import { signUps } from './sign-ups.ts'
import { softBounces } from './judging/soft-bounces.ts'
import { spooledFiles, unneededObjects } from './spooled-files.ts'
import { systemMails } from './system-mails.ts'
import { unnamedAttachments } from './purges/unnamed-attachments.ts'
import { waitingRecipients } from './purges/waiting-recipients.ts'
import { webhookEvents } from './purges/webhook-events.ts'

/** Duties that affect what users see come first. */
export const duties: readonly Duty[] = [
  adoptedKey,
  lapsedReactions,
  lapsedMessages,
  orphanedBatches,
  signUps,
  previews,
  senderDomains,
  dkimKeys,
  softBounces,
  idempotencyKeys,
  messageBodies,
  endedPauses,
  endedGrants,
  endedPlans,
  keptPeople,
  importLogs,
  exportedFiles,
  spooledFiles,
  unneededObjects,
  systemMails,
  webhookEvents,
  returnedMessages,
  deletedLists,
  deletedPictures,
  unnamedAttachments,
  waitingRecipients,
  countsByDay,
  oldDeliveries,
  oldHits,
  oldMessages,
  judgedHits,
]
