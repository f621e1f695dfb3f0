// Runs before the page's own scripts: notes what goes wrong and what is downloaded.
const seen = { errors: [], downloads: [] };
addEventListener("error", (event) => seen.errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => seen.errors.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => seen.errors.push("blocked: " + event.blockedURI));
const createObjectURL = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  seen.downloads.push(blob);
  return createObjectURL(blob);
};
