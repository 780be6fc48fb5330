/** A record of the organization; with `listId` only if it belongs to that list, which must exist. */
export type RecordPlace = { id: number; listId: number | undefined }
