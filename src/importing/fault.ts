/** The import cannot go on, for a reason that its owner should read: `message` is for them. */
export class ImportFault extends Error {}
