/** A file that the build copies as it is; the import is its address. */
declare module "*.json?url" {
  const address: string;
  // oxlint-disable-next-line import/no-default-export -- Vite's form of it
  export default address;
}
