export { FileSpool } from "./spool/file-spool.ts";
export type { FileSpoolOptions } from "./spool/file-spool.ts";
