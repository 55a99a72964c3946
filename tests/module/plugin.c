/* A plug-in that holds the module, which it is linked with whole: its calls are
 * looked up by name. */
int module_plugin_marker(void);
int module_plugin_marker(void) { return 1; }
